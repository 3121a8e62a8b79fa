import type { JournalFolder, Part } from './journal-folder.ts';

/** The lines of parts in slices, those with the newest lines first. Looked through in turn, they let others be served in between. */
export async function* newestFirst(folder: JournalFolder, parts: readonly Part[]): AsyncIterable<Buffer> {
  for (const part of [...parts].reverse()) {
    const pieces: Buffer[] = [];
    for await (const piece of folder.read(part)) pieces.push(piece);
    yield* slicesFromTheEnd(Buffer.concat(pieces));
  }
}

/** Slices of whole lines. */
function* slicesFromTheEnd(bytes: Buffer): Iterable<Buffer> {
  for (let end = bytes.length; end > 0; ) {
    const start = end <= SLICE ? 0 : bytes.lastIndexOf(LINE_BREAK, end - SLICE) + 1;
    yield bytes.subarray(start, end);
    end = start;
  }
}

const SLICE = 262_144;
const LINE_BREAK = 0x0a;
