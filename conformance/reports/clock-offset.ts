import { CHECKS } from '../checks/index.ts';
import { field } from '../clients/json.ts';
import type { Exchange } from '../clients/tape.ts';

/** What is nearer than this may have been under way. */
const ALIKE_S = 2;

/** Checks that switch something, so that the freshest value is hardly older than its answer; none of them drives the clock. */
const SWITCHING = CHECKS.filter(({ needs }) => needs.includes('switches'));

/**
 * Seconds by which the clock of the controller is ahead of that of this machine: the freshest value that was read tells, or else
 * the `Date` of an answer. Null if there is neither. `at` is when the run began, on the clock of this machine.
 */
export const clockOffsetOf = (exchanges: ReadonlyMap<string, readonly Exchange[]>, at: string): number | null => {
  const began = Date.parse(at);
  const offsets = (of: readonly Exchange[], stamp: (got: unknown) => unknown): number[] =>
    of
      .map((each) => Date.parse(String(stamp(each.got))) - (began + each.at + Number(field(each.got, 'ms') ?? 0)))
      .filter(Number.isFinite);
  const switching = SWITCHING.flatMap(({ id }) => exchanges.get(id) ?? []);
  const values = offsets(switching, (got) => field(field(got, 'body'), 'lastUpdate'));
  const answers = CHECKS.flatMap(({ id }) => exchanges.get(id) ?? []).filter(({ path }) => path === 'http');
  const told = values.length > 0 ? values : offsets(answers, (got) => field(field(got, 'headers'), 'date'));
  if (told.length === 0) return null;
  return Math.round(told.reduce((most, each) => Math.max(most, each)) / 100) / 10;
};

/** For people; empty if nothing is known. */
export const clockTold = (offset: number | null): string => {
  if (offset === null) return '';
  if (Math.abs(offset) < ALIKE_S) return 'its clock agrees with that of this machine';
  const [unit, seconds] = Math.abs(offset) >= 7_200 ? ['h', Math.abs(offset) / 3_600] : ['s', Math.abs(offset)];
  return `its clock is ${seconds.toFixed(1)} ${unit} ${offset > 0 ? 'ahead of' : 'behind'} that of this machine`;
};
