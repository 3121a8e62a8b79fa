import { readFileSync } from 'node:fs';
import type { Secret } from '../../hardware/bus.ts';
import { Refusal } from '../refusal.ts';

/** The text of a secret, without the line break that editors leave at the end of a file. Throws a `Refusal` that says where it was looked for. */
export const secretText = (from: Secret): string => {
  if ('env' in from) {
    const text = process.env[from.env];
    if (text === undefined || text === '')
      throw new Refusal(`the variable ${from.env} is not set: it has to hold a secret`);
    return text;
  }
  try {
    return readFileSync(from.file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(`${from.file} cannot be read (${code ?? 'unknown'}): it has to hold a secret`);
  }
};
