import { SESSION_LIFETIMES } from '../../docs/spec/index.ts';

export type Lifetime = (typeof SESSION_LIFETIMES)[number]['session'];

/** Sessions as their table says, on a clock of its own in seconds. */
export class SessionModel {
  #now = 0;
  readonly #sessions: { lifetime: Lifetime; used: number; ended: boolean }[] = [];

  pass(seconds: number): void {
    this.#now += seconds;
  }

  /** Answers the number of the new session. */
  open(lifetime: Lifetime): number {
    return this.#sessions.push({ lifetime, used: this.#now, ended: false }) - 1;
  }

  /** Whether it is still good; `unsure` where the specification leaves a margin. Using a good one extends it. */
  use(session: number): boolean | 'unsure' {
    const kept = this.#sessions[session];
    const row = SESSION_LIFETIMES.find((candidate) => candidate.session === kept?.lifetime);
    if (!kept || !row || kept.ended) return false;
    const unused = this.#now - kept.used;
    if (unused >= row.seconds && unused < row.expiredSeconds) return 'unsure';
    if (unused >= row.expiredSeconds) {
      kept.ended = true;
      return false;
    }
    kept.used = this.#now;
    return true;
  }

  end(session: number): void {
    const kept = this.#sessions[session];
    if (kept) kept.ended = true;
  }
}
