import type { Content } from '../data-entry.ts';
import type { Stage } from '../kind.ts';

/** A device's number or word as a word: `enumeration({0: 'off', 1: 'heat'})`. Every word stands for one content. */
export function enumeration(words: { readonly [content: string]: string }): Stage {
  const byContent = new Map(Object.entries(words));
  const byWord = new Map<string, Content>(
    Object.entries(words).map(([content, word]) => [word, /^-?\d+$/.test(content) ? Number(content) : content]),
  );
  if (byWord.size !== byContent.size)
    throw new Error(`an enumeration names a word twice: ${Object.values(words).join(', ')}`);
  return {
    name: 'enumeration',
    refine: (content) => byContent.get(String(content)) ?? '',
    express: (value) => byWord.get(String(value)) ?? '',
    mapping: words,
  };
}
