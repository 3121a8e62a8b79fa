/** Seeded, repeatable chance: numbers from 0 up to 1. */
export const chanceOf = (seed: number, name: string): (() => number) => {
  let state = seed >>> 0;
  for (const letter of name) state = (Math.imul(state ^ letter.charCodeAt(0), 0x01000193) + 0x9e3779b9) >>> 0;
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
