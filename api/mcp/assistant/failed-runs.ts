import { later, seconds } from '../../../twin/index.ts';
import type { AssistantContext } from '../assistant-context.ts';
import type { HouseReader } from './house-reader.ts';
import { LIMITS } from './limits.ts';
import type { Automation } from './records.ts';

interface Run {
  readonly run: number;
  readonly ended: string | null;
  readonly result: string;
  readonly actions: readonly { readonly at: string; readonly outcome: string }[];
}

/** Looks now and then whether an automation has failed since: nothing tells of it by itself. */
export class FailedRuns {
  readonly #house: HouseReader;
  readonly #context: AssistantContext;
  readonly #tell: (message: string) => void;
  readonly #alarm;
  /** Runs up to here are told; those that had not ended then are looked at again. */
  #seen: number | undefined;
  readonly #open = new Set<number>();
  #watching = false;

  constructor(context: AssistantContext, house: HouseReader, tell: (message: string) => void) {
    this.#house = house;
    this.#context = context;
    this.#tell = tell;
    this.#alarm = context.networkClock.alarm(() => this.#look());
  }

  watch(wanted: boolean): void {
    if (wanted === this.#watching) return;
    this.#watching = wanted;
    if (wanted) this.#look();
    else {
      this.#alarm.clear();
      this.#seen = undefined;
      this.#open.clear();
    }
  }

  #look(): void {
    const again = (): void => {
      if (!this.#watching) return;
      const { networkClock } = this.#context;
      this.#alarm.set(later(networkClock.now(), seconds(LIMITS.failedRunsSeconds.value)));
    };
    // With the skill switched off there is nothing to look at.
    this.#compare().then(again, again);
  }

  async #compare(): Promise<void> {
    const automations = await this.#house.ask<readonly Automation[]>('getAutomations');
    const runs = await Promise.all(
      automations.map(async ({ id, name }) => {
        const own = await this.#house.ask<readonly Run[]>('getAutomationRuns', { id });
        return own.map((run) => ({ name, ...run }));
      }),
    );
    const all = runs.flat();
    const seen = this.#seen;
    this.#seen = all.reduce((most, { run }) => Math.max(most, run), seen ?? 0);
    if (!this.#watching) return;
    for (const run of all) {
      const isNews = seen !== undefined && (run.run > seen || this.#open.has(run.run));
      if (run.ended === null) this.#open.add(run.run);
      else this.#open.delete(run.run);
      if (isNews && run.ended !== null) this.#judge(run);
    }
    const known = new Set(all.map(({ run }) => run));
    for (const run of this.#open) if (!known.has(run)) this.#open.delete(run);
  }

  #judge({ name, run, result, actions }: Run & { readonly name: string }): void {
    const refused = actions.find(({ outcome }) => outcome.startsWith('refused'));
    if (FAILURES.has(result)) this.#tell(`the automation ${name} ended with ${result} (run ${run})`);
    else if (refused !== undefined) {
      this.#tell(`the automation ${name}: ${refused.at} was ${refused.outcome} (run ${run})`);
    }
  }
}

const FAILURES: ReadonlySet<string> = new Set(['loop', 'limit', 'missed', 'failed']);
