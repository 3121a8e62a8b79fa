import type { Check, Need } from '../checks/check.ts';

/** Checks that run at the same time; more would only wait for the controller. */
const SIDE_BY_SIDE = 8;

/**
 * Runs everything: first what does not disturb others, side by side, beginning with what waits longest; then, one after the
 * other, what wants the controller for itself. A check that may not begin any more is not run.
 */
export const inOrder = async (
  checks: readonly Check[],
  loopback: boolean,
  run: (check: Check) => Promise<void>,
  mayBegin: () => boolean,
): Promise<void> => {
  const together = checks
    .filter(({ needs }) => !standsAlone(needs, loopback))
    .sort((one, other) => patience(other) - patience(one));
  const queue = [...together];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined && mayBegin(); next = queue.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  for (const check of checks.filter(({ needs }) => standsAlone(needs, loopback))) if (mayBegin()) await run(check);
};

/** Where all come from one address, whoever fails to log in would block the others. */
const standsAlone = (needs: Check['needs'], loopback: boolean): boolean =>
  needs.some((need) => ALONE.includes(need) || (!loopback && GUESSING.includes(need)));

const ALONE: readonly Need[] = ['alone', 'driven-clock', 'skills'];
const GUESSING: readonly Need[] = ['guesses', 'locks-out'];

const patience = ({ needs }: Check): number => (needs.includes('slow') ? 2 : needs.includes('waits') ? 1 : 0);
