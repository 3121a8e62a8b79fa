import { later, SystemClock, seconds } from '../twin/index.ts';
import type { Controller } from './assemble.ts';
import type { Listeners } from './listeners.ts';
import type { Log } from './log.ts';

/** How long answers that are under way may take once the program is told to stop. */
const PATIENCE = seconds(0.3);
/** When a stop that hangs is given up. */
const STOP_LIMIT = seconds(1.9);

/** What ends the program, unless a command understands one of them otherwise. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ends the program in an orderly way when somebody asks it to. */
export const stopAtSignals = (
  controller: Controller,
  listeners: Listeners,
  log: Log,
  signals: readonly (typeof ENDING)[number][] = ENDING,
): void => {
  const clock = new SystemClock();
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    const limit = clock.alarm(() => {
      log.say('could not stop in time');
      process.exit(1);
    });
    limit.set(later(clock.now(), STOP_LIMIT));
    const patience = new Promise<void>((resolve) => {
      clock.after(PATIENCE).subscribe(() => resolve());
    });
    try {
      await listeners.close(patience);
      await controller.close();
      process.exit(0);
    } catch (error) {
      log.problem('stop in an orderly way', error);
      process.exit(1);
    }
  };
  for (const signal of signals) process.on(signal, stop);
};
