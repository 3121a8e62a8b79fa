import type { Refusal } from '../refusal.ts';

/** The lines in pieces of a file; every one of them is complete. Throws what `damaged` makes if one is not. */
export async function* linesOf(pieces: AsyncIterable<Buffer>, damaged: () => Refusal): AsyncIterable<string> {
  let rest = '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of pieces) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    throw damaged();
  }
  if (rest !== '') throw damaged();
}
