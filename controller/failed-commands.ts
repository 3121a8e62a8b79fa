import { between, type Clock, hours, type Instant, type PointAddress } from '../twin/index.ts';
import type { Log } from './log.ts';

/** Lines about the commands of one bus in an hour: enough to see what is wrong, and no flood when a whole bus is gone. */
const LINES = 20;

/** Says why a bus did not take commands: of each point the same reason once an hour. Every one of them is in the journal. */
export class FailedCommands {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Pick<Log, 'say'>;
  /** What was said of each bus in this hour. */
  readonly #said = new Map<string, Set<string>>();
  #since: Instant;

  /** `clock`: the real one. */
  constructor(clock: Pick<Clock, 'now'>, log: Pick<Log, 'say'>) {
    this.#clock = clock;
    this.#log = log;
    this.#since = clock.now();
  }

  heard(bus: string, { cid, property }: PointAddress, reason: string): void {
    const now = this.#clock.now();
    if (between(this.#since, now) > hours(1)) {
      this.#said.clear();
      this.#since = now;
    }
    const said = this.#said.get(bus) ?? new Set();
    this.#said.set(bus, said);
    const line = `${cid} ${property}: a command failed: ${reason.slice(0, 256)}`;
    if (said.has(line) || said.size > LINES) return;
    said.add(line);
    this.#log.say(said.size > LINES ? 'more commands failed; of them nothing is said for an hour' : line, bus);
  }
}
