import { between, type Clock, hours, type Instant } from '../../twin/index.ts';
import { LIMITS } from './limits.ts';

/** Says of each point at most once an hour that what arrived did not fit, so that a device gone mad does not fill the log. */
export class Complaints {
  readonly #clock: Clock;
  readonly #say: (line: string) => void;
  readonly #said = new Set<string>();
  #since: Instant;

  constructor(clock: Clock, say: (line: string) => void) {
    this.#clock = clock;
    this.#say = say;
    this.#since = clock.now();
  }

  about(what: string, why: string, says = 'nothing that it can be'): void {
    const now = this.#clock.now();
    if (between(this.#since, now) > hours(1)) {
      this.#said.clear();
      this.#since = now;
    }
    if (this.#said.has(what) || this.#said.size >= LIMITS.complaints.value) return;
    this.#said.add(what);
    this.#say(`${what}: ${says} (${why.replace(/[^\x20-\x7e]/g, '?')})`);
  }
}
