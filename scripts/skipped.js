/** A reporter for node:test that says at the end which tests were skipped, and what each of them needs. */
export default async function* skipped(events) {
  const reasons = new Map();
  for await (const { type, data } of events) {
    if (type !== 'test:pass' || data.skip === undefined) continue;
    const reason = typeof data.skip === 'string' && data.skip !== '' ? data.skip : 'says no reason';
    reasons.set(reason, [...(reasons.get(reason) ?? []), data.name]);
  }
  if (reasons.size === 0) {
    yield '\nNo test was skipped.\n';
    return;
  }
  yield '\nSkipped on this machine:\n';
  for (const [reason, names] of reasons) yield `  ${reason}:\n${names.map((name) => `    - ${name}\n`).join('')}`;
}
