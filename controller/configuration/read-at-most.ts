import { closeSync, openSync, readSync } from 'node:fs';

/** The text of a file, `undefined` if it is larger than so many bytes, whatever its kind: a device may say that it is empty and never end. Throws what opening and reading throw. */
export const readAtMost = (file: string, bytes: number): string | undefined => {
  const descriptor = openSync(file, 'r');
  try {
    const pieces: Buffer[] = [];
    let left = bytes;
    for (;;) {
      const piece = Buffer.alloc(PIECE);
      const length = readSync(descriptor, piece);
      if (length === 0) return Buffer.concat(pieces).toString('utf8');
      left -= length;
      if (left < 0) return undefined;
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
};

const PIECE = 65_536;
