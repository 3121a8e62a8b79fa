import { randomInt } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from './limits.ts';

/** Does something while no other program that takes the same lock does; waits for its turn, but not for ever. */
export const withLock = async <T>(lock: string, act: () => T): Promise<T> => {
  const until = performance.now() + LIMITS.lockSeconds.value * 1_000;
  while (!take(lock)) {
    if (performance.now() > until) throw new Error(`${lock} is held by another program: try again, or remove it`);
    await pause(5 + randomInt(20));
  }
  try {
    return act();
  } finally {
    rmSync(lock, { force: true });
  }
};

const take = (lock: string): boolean => {
  try {
    const file = openSync(lock, 'wx', 0o600);
    writeSync(file, `${process.pid}\n`);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    forgetStale(lock);
    return false;
  }
};

/** Nobody holds it for longer than a few milliseconds: an old one was left behind. */
const forgetStale = (lock: string): void => {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since > LIMITS.lockStaleSeconds.value * 1_000) rmSync(lock, { force: true });
};
