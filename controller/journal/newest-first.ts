/** The lines of parts in slices, those with the newest lines first. Looked through in turn, they let others be served in between. */
export async function* newestFirst(parts: readonly (() => AsyncIterable<Buffer>)[]): AsyncIterable<Buffer> {
  for (const read of parts.toReversed()) {
    const pieces: Buffer[] = [];
    for await (const piece of read()) pieces.push(piece);
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
