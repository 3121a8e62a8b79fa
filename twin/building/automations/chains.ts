import { between, type Instant, seconds } from '../../clock/clock.ts';
import type { Cause } from '../../data-entry.ts';
import { LIMITS } from '../../limits.ts';

/** How a run came about through other runs: the first of them, when it began, and how many led from there to here. */
export interface Chain {
  readonly root: number;
  readonly since: Instant;
  readonly length: number;
}

/** Which run came of which, so that automations that set each other off without end are found. */
export class Chains {
  /** Of the latest runs, oldest first. */
  readonly #byRun = new Map<number, Chain>();
  /** How many of these runs go back to the same first one. */
  readonly #families = new Map<number, number>();

  /** The chain of a run that `cause` set off, if any run did. One that has gone on for a minute is a rhythm and begins anew. */
  next(run: number, cause: number | undefined, now: Instant): Chain {
    const chain = cause === undefined ? undefined : this.#byRun.get(cause);
    if (chain === undefined || between(chain.since, now) > seconds(LIMITS.automationChainSeconds.value))
      return { root: run, since: now, length: 1 };
    return { ...chain, length: chain.length + 1 };
  }

  /** Whether the chain has become too long, or has branched too often. */
  isLoop({ length, root }: Chain): boolean {
    const family = this.#families.get(root) ?? 0;
    return length > LIMITS.automationChain.value || family >= LIMITS.automationFamily.value;
  }

  remember(run: number, chain: Chain): void {
    this.#byRun.set(run, chain);
    this.#count(chain.root, 1);
    if (this.#byRun.size <= LIMITS.automationChainsKept.value) return;
    for (const [oldest, { root }] of this.#byRun) {
      this.#byRun.delete(oldest);
      this.#count(root, -1);
      return;
    }
  }

  state(): readonly (readonly [number, Chain])[] {
    return [...this.#byRun];
  }

  resume(chains: readonly (readonly [number, Chain])[]): void {
    this.#byRun.clear();
    this.#families.clear();
    for (const [run, chain] of chains) this.remember(run, chain);
  }

  #count(root: number, more: number): void {
    const count = (this.#families.get(root) ?? 0) + more;
    if (count > 0) this.#families.set(root, count);
    else this.#families.delete(root);
  }
}

/** The run that something goes back to. */
export const runIn = (cause: Cause): number | undefined => ('run' in cause ? cause.run : undefined);
