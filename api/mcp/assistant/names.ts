/** A name as it is compared: without accents, case and what is neither letter nor digit. */
export const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * How well a folded name answers a folded question: 0 is the name itself, then its beginning, the beginning of a word, any
 * part, all words in any order. `undefined`: not at all.
 */
export const rankOf = (question: string, name: string): number | undefined => {
  if (name === question) return 0;
  if (name.startsWith(question)) return 1;
  if (` ${name}`.includes(` ${question}`)) return 2;
  if (name.includes(question)) return 3;
  const words = question.split(' ');
  return words.length > 1 && words.every((word) => name.includes(word)) ? 4 : undefined;
};

/** Whether each word of the question is a word of the name but for a slip of the pen. */
export const soundsLike = (question: string, name: string): boolean => {
  const words = name.split(' ');
  return question.split(' ').every((asked) => words.some((word) => slips(asked, word) <= allowed(asked)));
};

/** The names that may have been meant, the nearest first; none that has nothing in common with what was asked. */
export const nearest = (asked: string, names: Iterable<string>, most = 3): readonly string[] => {
  const question = fold(asked.slice(0, LONGEST));
  if (question === '') return [];
  const ranked: { readonly name: string; readonly rank: number }[] = [];
  for (const name of new Set(names)) {
    const folded = fold(name);
    const rank = rankOf(question, folded) ?? 5 + distance(question, folded);
    if (rank < 5 + Math.max(2, question.length / 2)) ranked.push({ name, rank });
  }
  return ranked
    .sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name))
    .slice(0, most)
    .map(({ name }) => name);
};

/** Characters of a name that are looked at. */
const LONGEST = 64;

/** To the whole name or to its most similar word. */
const distance = (question: string, name: string): number =>
  Math.min(slips(question, name), ...name.split(' ').map((word) => slips(question, word) + 0.5));

const allowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Letters to add, drop, change or swap with their neighbour to make one word the other. */
const slips = (one: string, other: string): number => {
  const [short, long] = [one.slice(0, LONGEST), other.slice(0, LONGEST)];
  let before: number[] = [];
  let last = Array.from({ length: long.length + 1 }, (_, index) => index);
  for (let row = 1; row <= short.length; row += 1) {
    const present = [row];
    for (let column = 1; column <= long.length; column += 1) {
      const same = short[row - 1] === long[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (present[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = short[row - 1] === long[column - 2] && short[row - 2] === long[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      present.push(least);
    }
    before = last;
    last = present;
  }
  return last[long.length] ?? 0;
};
