import { NEVER, of } from 'rxjs';
import { LinkBoard } from '../../hardware/link-board.ts';
import type { Backend, Clock } from '../../twin/index.ts';
import type { Log } from '../log.ts';
import type { Configuration } from './configuration.ts';
import type { Secrets } from './secrets.ts';

export interface OpenBusesOptions {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** How each bus of a configuration is opened, by its name. One that cannot be opened says why, and the others go on without it. */
export const openBuses =
  ({ buses }: Configuration, { clock, secrets, log }: OpenBusesOptions) =>
  (name: string): Backend => {
    const found = buses.find((bus) => bus.name === name);
    if (found === undefined) throw new Error(`there is no bus ${name}`);
    const { type, settings, points } = found;
    const say = (line: string): void => log.say(line, name);
    try {
      return type.open({ name, settings, points, clock, secret: (from) => secrets.text(from), say });
    } catch (error) {
      log.problem('open the bus', error, name);
      return unopened(name);
    }
  };

/** A bus that is not there: nothing comes from it, and whatever is sent to it fails. */
export const unopened = (name: string): Backend => ({
  name,
  reports: NEVER,
  link: new LinkBoard().link,
  write: () => of({ ok: false, reason: `${name} could not be opened` }),
  async close() {},
});
