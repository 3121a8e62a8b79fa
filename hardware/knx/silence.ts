import { Subscription } from 'rxjs';
import { type Cid, type Clock, seconds } from '../../twin/index.ts';
import { LIMITS } from './limits.ts';

export interface SilenceOptions {
  readonly clock: Clock;
  /** Seconds in which a device has to answer; 0: nobody is judged. */
  readonly answerWithin: number;
  /** Nothing was heard of a device that was asked, or something of one that was silent. */
  judged(cid: Cid, answers: boolean): void;
  /** A device that is silent is to be asked again. */
  askAgain(cid: Cid): void;
}

/** Which devices do not answer. */
export class Silence {
  readonly #options: SilenceOptions;
  /** When a device has to have answered; only while nothing is heard of it. */
  readonly #deadlines = new Map<Cid, number>();
  readonly #silent = new Set<Cid>();
  #watching = new Subscription();

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  /** Begins anew, with the devices that were silent still taken for it. */
  begin(): void {
    this.end();
    if (this.#options.answerWithin === 0) return;
    const { clock, askAgain } = this.#options;
    this.#watching = new Subscription();
    this.#watching.add(clock.every(seconds(1)).subscribe(() => this.#look()));
    this.#watching.add(
      clock.every(seconds(LIMITS.silentSeconds.value)).subscribe(() => {
        for (const cid of this.#silent) askAgain(cid);
      }),
    );
  }

  /** While there is no link nobody can be judged. */
  end(): void {
    this.#watching.unsubscribe();
    this.#deadlines.clear();
  }

  /** The bus has taken a question to a device. */
  asked(cid: Cid): void {
    if (this.#options.answerWithin === 0 || this.#deadlines.has(cid)) return;
    this.#deadlines.set(cid, this.#options.clock.elapsed() + this.#options.answerWithin * 1_000);
  }

  heard(cid: Cid): void {
    this.#deadlines.delete(cid);
    if (this.#silent.delete(cid)) this.#options.judged(cid, true);
  }

  /** A device has other points, or none: it is judged anew. Answers whether it was silent. */
  forget(cid: Cid): boolean {
    this.#deadlines.delete(cid);
    return this.#silent.delete(cid);
  }

  #look(): void {
    const now = this.#options.clock.elapsed();
    for (const [cid, deadline] of this.#deadlines) {
      if (now < deadline) continue;
      this.#deadlines.delete(cid);
      if (this.#silent.has(cid)) continue;
      this.#silent.add(cid);
      this.#options.judged(cid, false);
    }
  }
}
