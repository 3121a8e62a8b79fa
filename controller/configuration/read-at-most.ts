import { closeSync, openSync, readSync } from 'node:fs';

/** A file as bytes, `undefined` if it is larger than so many bytes, whatever its kind: a device may say that it is empty and never end. Throws what opening and reading throw. */
export const readAtMost = (file: string, bytes: number): Buffer | undefined => {
  const descriptor = openSync(file, 'r');
  try {
    const pieces: Buffer[] = [];
    let left = bytes;
    for (;;) {
      const piece = Buffer.alloc(PIECE);
      const length = readSync(descriptor, piece);
      if (length === 0) return Buffer.concat(pieces);
      left -= length;
      if (left < 0) return undefined;
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
};

const PIECE = 65_536;
