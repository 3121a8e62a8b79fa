import { readAtMost } from './configuration/read-at-most.ts';
import { Refusal } from './refusal.ts';

/** A file as bytes. Throws a `Refusal` for one that cannot be read, or is larger than `most` bytes. */
export const readFile = (file: string, most: number): Buffer => {
  try {
    const bytes = readAtMost(file, most);
    if (bytes === undefined) throw new Refusal(`${file}: is larger than ${most} bytes, which is more than is read`);
    return bytes;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(`${file}: ${WHY[code ?? ''] ?? `cannot be read (${code ?? 'unknown'}); name a readable file`}`);
  }
};

const WHY: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file; name one that is there',
  EISDIR: 'is a folder; name a file in it',
  EACCES: 'may not be read; change its rights or name another file',
};
