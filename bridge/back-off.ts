import { randomInt } from 'node:crypto';
import { LIMITS } from './limits.ts';

/** Milliseconds to wait before an attempt: twice as long each time, up to a limit, and never for two bridges the same. */
export const backOff = (failures: number): number => {
  const most = LIMITS.retryMostSeconds.value * 1_000;
  const full = Math.min(most, LIMITS.retryFirstSeconds.value * 1_000 * 2 ** Math.min(failures, 20));
  return Math.round(full / 2 + randomInt(Math.ceil(full / 2)));
};
