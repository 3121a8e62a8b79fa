import { type Clock, type Duration, seconds } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import type { ReportProblem } from '../problem.ts';
import type { Outcome } from './send.ts';

/** What was told of a receiver lately. */
interface Told {
  readonly since: Duration;
  readonly reason: string;
  /** Equal failures since, which were not told. */
  more: number;
}

/** Tells the operator what fails, one line each; what fails again and again is told once a minute, with a count. */
export class FailureLog {
  readonly #report: ReportProblem;
  readonly #clock: Clock;
  readonly #told = new Map<string, Told>();
  /** How many were dropped, by origin, since its queue was empty. */
  readonly #dropped = new Map<string, number>();

  /** `clock`: the real one. */
  constructor(report: ReportProblem, clock: Clock) {
    this.#report = report;
    this.#clock = clock;
  }

  failed(id: number, origin: string, { reason, duration }: Outcome): void {
    if (reason === null) return;
    const now = this.#clock.elapsed();
    const told = this.#told.get(origin);
    if (told !== undefined && told.reason === reason && now - told.since < AGAIN) {
      told.more += 1;
      return;
    }
    const more = told === undefined || told.more === 0 ? '' : `, and ${told.more} more before`;
    this.#told.delete(origin);
    this.#told.set(origin, { since: now, reason, more: 0 });
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= LIMITS.webHooks.value) break;
      this.#told.delete(oldest);
    }
    this.#tell(`call webhook ${id} at ${origin}`, `${reason} (${duration} ms${more})`);
  }

  /** The queue of a receiver is full: told once, until it is empty. */
  dropped(origin: string): void {
    const before = this.#dropped.get(origin) ?? 0;
    this.#dropped.set(origin, before + 1);
    if (before > 0) return;
    this.#tell(`keep up with ${origin}`, 'too many calls of webhooks wait for it, so the oldest are dropped');
  }

  /** Nothing waits for a receiver any more. */
  caughtUp(origin: string): void {
    const count = this.#dropped.get(origin);
    if (count === undefined) return;
    this.#dropped.delete(origin);
    this.#tell(`send ${count} calls of webhooks to ${origin}`, 'they were dropped; it is keeping up again');
  }

  #tell(during: string, message: string): void {
    this.#report({ during, error: new Error(message) });
  }
}

const AGAIN = seconds(LIMITS.webHookLogSeconds.value);
