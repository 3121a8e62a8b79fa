import { resolve } from 'node:path';
import type { Secret } from '../../hardware/bus.ts';
import { Refusal } from '../refusal.ts';
import { readAtMost } from './read-at-most.ts';

/** The secrets that a configuration names. What was read once is never seen in a log. */
export class Secrets {
  readonly #folder: string;
  readonly #read = new Set<string>();

  /** `folder`: where the paths of files begin. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The text of a secret, without the line break that editors leave at the end of a file. Throws a `Refusal` that says where it was looked for. */
  text(from: Secret): string {
    const text = 'env' in from ? fromVariable(from.env) : fromFile(resolve(this.#folder, from.file));
    // A shorter one would tear words apart, and is guessed anyway.
    if (text.length >= LEAST) for (const form of [text, encodeURIComponent(text)]) this.#read.add(form);
    return text;
  }

  /** The same; a refusal begins with the field of the configuration that names the secret. */
  textFor(field: string, from: Secret): string {
    try {
      return this.text(from);
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(`${field}: ${error.message}`) : error;
    }
  }

  /** The same without any secret that was read. */
  hide(text: string): string {
    let hidden = text;
    for (const secret of this.#read) hidden = hidden.replaceAll(secret, '***');
    return hidden;
  }
}

const LEAST = 4;
/** The largest file with a secret. */
const MOST_BYTES = 65_536;

const fromVariable = (name: string): string => {
  const text = process.env[name];
  if (text === undefined || text === '') throw new Refusal(`the variable ${name} is not set: it has to hold a secret`);
  return text;
};

const fromFile = (file: string): string => {
  let read: string | undefined;
  try {
    read = readAtMost(file, MOST_BYTES)?.toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(`${file} cannot be read (${code ?? 'unknown'}): it has to hold a secret`);
  }
  if (read === undefined) throw new Refusal(`${file} is larger than ${MOST_BYTES} bytes: it has to hold a secret`);
  const text = read.replace(/\r?\n$/, '');
  if (text === '') throw new Refusal(`${file} is empty: it has to hold a secret`);
  return text;
};
