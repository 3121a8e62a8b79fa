/** The state of a generator: four unsigned 32-bit numbers. */
export type RandomState = readonly [number, number, number, number];

/** Repeatable chance, for simulation only: the same seed gives the same numbers. Never for secrets. */
export interface Random {
  /** From 0 up to but not including 1, in steps of 2⁻³². */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** Another generator that depends on the seed and `name` alone, and not on what was drawn from this one. */
  fork(name: string): Random;
  state(): RandomState;
  resume(state: RandomState): void;
}

/** A generator from a seed: sfc32 (C. Doty-Humphrey, PractRand), whose state is filled by splitmix32. */
export function random(seed: number | string): Random {
  const key = typeof seed === 'string' ? seed : `seed ${seed}`;
  let [a, b, c, d] = fill(key);
  const draw = (): number => {
    const sum = (((a + b) >>> 0) + d) >>> 0;
    d = (d + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = ((c << 21) | (c >>> 11)) >>> 0;
    c = (c + sum) >>> 0;
    return sum;
  };
  return {
    next: () => draw() / 4_294_967_296,
    integer: (least, most) => least + Math.floor((draw() / 4_294_967_296) * (most - least + 1)),
    fork: (name) => random(`${key}/${name}`),
    state: () => [a, b, c, d],
    resume: (state) => {
      [a, b, c, d] = state;
    },
  };
}

function fill(key: string): [number, number, number, number] {
  // FNV-1a over the key's code units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  const split = (): number => {
    hash = (hash + 0x9e3779b9) >>> 0;
    let mixed = hash ^ (hash >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return [split(), split(), split(), split()];
}
