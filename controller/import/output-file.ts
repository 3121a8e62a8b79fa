import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Refusal } from '../refusal.ts';

/** Throws a `Refusal` if a file may not be written, before any work is done for it. */
export const mayWrite = (file: string, isForced: boolean): void => {
  if (existsSync(file) && !isForced) {
    throw new Refusal(`${file}: is there already; name another file with --output, or replace it with --force`);
  }
};

/** Writes a file whole or not at all: whoever reads it meanwhile sees what was there before. */
export const writeWhole = (file: string, text: string): void => {
  const beside = `${file}.${process.pid}.new`;
  try {
    const descriptor = openSync(beside, 'wx', 0o644);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(
      `${file}: cannot be written (${code ?? 'unknown'}); name a file in a folder that you may write to`,
    );
  }
};
