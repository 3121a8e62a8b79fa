import { between, type Clock, hours, type Instant } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';

/** What is said of a connection: each state once, and not much in an hour, however often it comes and goes. */
export class LinkLines {
  readonly #clock: Clock;
  readonly #say: (line: string) => void;
  #last: string | undefined;
  #count = 0;
  #since: Instant;

  constructor(clock: Clock, say: (line: string) => void) {
    this.#clock = clock;
    this.#say = say;
    this.#since = clock.now();
  }

  tell(line: string): void {
    const now = this.#clock.now();
    if (between(this.#since, now) > hours(1)) {
      this.#since = now;
      this.#count = 0;
    }
    if (line === this.#last || this.#count > LIMITS.mqttLinkLines.value) return;
    this.#last = line;
    this.#count += 1;
    this.#say(this.#count > LIMITS.mqttLinkLines.value ? `${line}; nothing more is said of it for an hour` : line);
  }
}
