import { later, seconds } from '../../../twin/index.ts';
import type { AssistantContext } from '../assistant-context.ts';
import { LIMITS } from './limits.ts';
import type { Property, Value } from './records.ts';

/** What the device said after a command. */
export interface Outcome {
  /** It has reported the commanded value. */
  readonly confirmed: boolean;
  /** What it reported of the property meanwhile, in order; of many, the last ones. */
  readonly observed: readonly Value[];
  /** No time has passed in the house meanwhile: no device could answer. */
  readonly clockStoodStill: boolean;
}

export interface Expected {
  readonly cid: string;
  readonly row: Property;
  readonly value: Value;
  readonly signal: AbortSignal;
}

/** Listens from now on until the device has reported a value, the time is up, nobody waits any longer, or `end` is called. */
export const confirmation = (
  { events, clock, networkClock }: AssistantContext,
  { cid, row, value, signal }: Expected,
): { readonly outcome: Promise<Outcome>; readonly end: () => void } => {
  const began = clock.now();
  const observed: Value[] = [];
  let settle: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const finish = (confirmed: boolean): void => {
    stop();
    alarm.clear();
    signal.removeEventListener('abort', end);
    settle({ confirmed, observed, clockStoodStill: clock.now() === began });
  };
  const end = (): void => finish(false);
  const alarm = networkClock.alarm(end);
  // What has changed before the command is no answer to it.
  events.flush();
  const stop = events.listen(({ entries }) => {
    for (const entry of entries) {
      if (entry.cid !== cid || entry.property !== row.property || entry.value === null) continue;
      observed.push(entry.value);
      if (observed.length > REMEMBERED) observed.shift();
      if (isSame(row, entry.value, value)) return finish(true);
    }
  });
  alarm.set(later(networkClock.now(), seconds(LIMITS.confirmationSeconds.value)));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return { outcome, end };
};

const REMEMBERED = 10;

/** Devices round to their own steps, and write colors in their own way. */
const isSame = ({ step = 0 }: Property, reported: Value, asked: Value): boolean => {
  if (typeof reported === 'number' && typeof asked === 'number') {
    return Math.abs(reported - asked) <= step / 2 + 1e-9;
  }
  if (typeof reported === 'string' && typeof asked === 'string') {
    return reported.toLowerCase() === asked.toLowerCase();
  }
  return reported === asked;
};
