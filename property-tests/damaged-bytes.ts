/** Repeatable chance from 0 up to but not including 1. */
export function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One of several byte strings with up to three bytes changed, and now and then some missing or too many. */
export function damaged(whole: readonly Uint8Array[], chance: () => number): Uint8Array {
  const one = whole[Math.floor(chance() * whole.length)] ?? new Uint8Array();
  const grown = chance() < 0.2 ? Math.floor(chance() * 7) - 3 : 0;
  const bytes = new Uint8Array(Math.max(0, one.length + grown));
  bytes.set(one.subarray(0, bytes.length));
  for (let changes = Math.floor(chance() * 4); changes > 0 && bytes.length > 0; changes -= 1) {
    // Single bits as often as whole bytes: a wrong length is seldom far from the right one.
    const at = Math.floor(chance() * bytes.length);
    bytes[at] = chance() < 0.5 ? (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 8)) : Math.floor(chance() * 256);
  }
  return bytes;
}
