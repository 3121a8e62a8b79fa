import { Refusal } from '../refusal.ts';
import type { Configuration } from './configuration.ts';
import { readAtMost } from './read-at-most.ts';
import { readConfiguration } from './read-configuration.ts';

/** The largest file that is read; a building of 50 000 components takes a quarter of it. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Reads a configuration file. Rejects with a `Refusal` for a file that cannot be read, with a `ConfigurationFault` for what is wrong in it. */
export const loadConfiguration = (file: string): Promise<Configuration> => readConfiguration(file, read(file));

const read = (file: string): string => {
  try {
    const text = readAtMost(file, MOST_BYTES);
    if (text === undefined) throw new Refusal(`${file}: is larger than ${MOST_BYTES} bytes; name a configuration`);
    return text;
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
