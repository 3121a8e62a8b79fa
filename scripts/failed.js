/** A reporter for node:test that says which files a failure was in, one a line: what `--again` runs once more. */
export default async function* failed(events) {
  const files = new Set();
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) files.add(data.file ?? data.name);
  }
  for (const file of files) yield `${file}\n`;
}
