/** So many things of a kind, in words: `1 zone`, `2 buses`. */
export const counted = (count: number, thing: string): string =>
  `${count} ${count === 1 ? thing : `${thing}${thing.endsWith('s') ? 'es' : 's'}`}`;
