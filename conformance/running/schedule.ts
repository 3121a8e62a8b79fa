import type { Check, Need } from '../checks/check.ts';

/** Why checks may not run beside others. */
interface Togetherness {
  /** All come from one address: whoever fails to log in would block the others. */
  readonly oneAddress: boolean;
  /** Hours pass at once, for everybody. */
  readonly driven: boolean;
}

/** Checks that run at the same time; more would only wait for the controller. */
const SIDE_BY_SIDE = 8;

/**
 * Runs everything: first what does not disturb others, side by side, beginning with what waits longest; then, one after the
 * other, what wants the controller for itself. A check that may not begin any more is not run. Whoever waits for `quiet` gives
 * its place to others and goes on at the end, when nothing else runs.
 */
export const inOrder = async (
  checks: readonly Check[],
  { oneAddress, driven }: Togetherness,
  run: (check: Check, quiet: () => Promise<void>) => Promise<void>,
  mayBegin: () => boolean,
): Promise<void> => {
  const alone = [...ALONE, ...(driven ? DRIVING : []), ...(oneAddress ? GUESSING : [])];
  const standsAlone = (needs: Check['needs']): boolean => needs.some((need) => alone.includes(need));
  const together = checks
    .filter(({ needs }) => !standsAlone(needs))
    .sort((one, other) => patience(other) - patience(one));
  const queue = [...together];
  let nothingBeside = false;
  const waiting: (() => Promise<void>)[] = [];
  const placeFor = (check: Check): Promise<void> =>
    new Promise((leave, fail) => {
      const quiet = async () => {
        if (nothingBeside) return;
        leave();
        await new Promise<void>((goOn) => {
          waiting.push(() => {
            goOn();
            return done;
          });
        });
      };
      const done = run(check, quiet);
      done.then(leave, fail);
    });
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined && mayBegin(); next = queue.shift()) await placeFor(next);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  nothingBeside = true;
  for (const check of checks.filter(({ needs }) => standsAlone(needs))) if (mayBegin()) await placeFor(check);
  // Also when nothing may begin any more: what has begun says itself that it is over.
  for (const goOn of waiting) await goOn();
};

const ALONE: readonly Need[] = ['alone', 'skills'];
const DRIVING: readonly Need[] = ['driven-clock', 'hours'];
const GUESSING: readonly Need[] = ['guesses', 'locks-out'];

const patience = ({ needs }: Check): number => (needs.includes('hours') ? 2 : needs.includes('waits') ? 1 : 0);
