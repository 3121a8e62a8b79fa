/**
 * A reporter for node:test that says which files a failure was in, one a line: what `--again` runs once more. Behind a tab stands the seed
 * of a property that found a counterexample: with another one it would look elsewhere.
 */
export default async function* failed(events) {
  const seeds = new Map();
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.todo !== undefined) continue;
    const file = data.file ?? data.name;
    seeds.set(file, seedIn(data.details?.error) ?? seeds.get(file) ?? '');
  }
  for (const [file, seed] of seeds) yield `${file}\t${seed}\n`;
}

/** The seed that fast-check names in its message. */
function seedIn(error) {
  const texts = [error?.message, error?.cause?.message].map(String);
  return texts.map((text) => /Property failed after [\s\S]*?\bseed: (-?\d+)/.exec(text)?.[1]).find(Boolean);
}
