import { presentOf } from '../api/record-texts.ts';
import type { ClientReport } from '../api/sandbox/client-report/client-report.ts';
import type { ClientWatcher } from '../api/sandbox/client-report/client-watcher.ts';
import type { ReportOrder } from '../api/sandbox/client-report/report-order.ts';
import {
  type Beginning,
  type ClockCommand,
  type ClockPosition,
  type HandReport,
  type SandboxControl,
  SandboxRefusal,
  type SandboxStatus,
} from '../api/sandbox/sandbox-control.ts';
import { type Instant, milliseconds, StoreFault, toIso } from '../twin/index.ts';
import { Halted } from './halting-pace.ts';
import type { HouseKeeper } from './house-keeper.ts';
import type { Keeping } from './keeping.ts';
import type { Life } from './life.ts';
import { type Scenario, ScenarioFault } from './scenario/index.ts';
import type { LoadScenario } from './scenario-folders.ts';

export interface SandboxDriverOptions {
  readonly keeper: HouseKeeper;
  readonly keeping: Keeping;
  readonly load: LoadScenario;
  /** Left out: there is none to report. */
  readonly watcher?: ClientWatcher | undefined;
}

/** Drives the house that lives at present, on behalf of `/sandbox/v1`. */
export class SandboxDriver implements SandboxControl {
  readonly #keeper: HouseKeeper;
  readonly #keeping: Keeping;
  readonly #load: LoadScenario;
  readonly #watcher: ClientWatcher | undefined;
  #resetting: Promise<unknown> = Promise.resolve();

  constructor({ keeper, keeping, load, watcher }: SandboxDriverOptions) {
    this.#keeper = keeper;
    this.#keeping = keeping;
    this.#load = load;
    this.#watcher = watcher;
  }

  status(): SandboxStatus {
    const { life } = this.#keeper;
    return { ...beginningOf(life), speed: life.pace.speed, components: life.twin.components.size };
  }

  async clock(command: ClockCommand): Promise<ClockPosition> {
    const { life } = this.#keeper;
    try {
      if ('speed' in command) life.pace.setSpeed(command.speed);
      else if ('advance' in command) await life.pace.advance(milliseconds(Math.round(command.advance * 1_000)));
      else await life.pace.advanceTo(Date.parse(command.advanceTo) as Instant);
      const now = life.clock.now();
      life.journal.commit();
      this.#keeping.note(life.identity.epoch, now);
      return { now: toIso(now), speed: life.pace.speed };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  press({ cid, property, content }: HandReport): void {
    const { journal, simulator } = this.#keeper.life;
    try {
      journal.commit();
      const objection = simulator.press({ cid, property, content });
      if (objection !== null) throw new SandboxRefusal(objection);
      journal.commit();
    } catch (error) {
      throw refusalOf(error);
    }
  }

  journal(): AsyncIterable<Uint8Array> {
    const { clock, journal } = this.#keeper.life;
    clock.now();
    return journal.read();
  }

  clientReport(order: ReportOrder): ClientReport {
    if (this.#watcher === undefined) throw new SandboxRefusal('Nobody watches the clients of this house.');
    const { twin } = this.#keeper.life;
    const claims = (order.read ?? []).map(({ cid, property, told }) => {
      const entry = twin.components.get(cid)?.entry(property);
      if (entry === undefined) throw new SandboxRefusal(`There is no ${property} of ${cid}.`);
      return { cid, property, told, is: presentOf(entry) };
    });
    return this.#watcher.report(order, claims);
  }

  reset({ scenario, seed }: { readonly scenario?: string; readonly seed?: number }): Promise<Beginning> {
    const reset = this.#resetting.then(() => this.#reset(scenario, seed));
    this.#resetting = reset.catch(() => undefined);
    return reset;
  }

  async #reset(name: string | undefined, seed: number | undefined): Promise<Beginning> {
    try {
      const life = await this.#keeper.begin(await this.#scenario(name, seed));
      this.#watcher?.forget();
      return beginningOf(life);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** The present one, unless another is named. The seed decides what a generated house looks like. */
  async #scenario(name: string | undefined, seed: number | undefined): Promise<Scenario> {
    const { scenario } = this.#keeper.life;
    if (name !== undefined) return this.#load(name, seed);
    if (seed === undefined) return scenario;
    return scenario.name.startsWith('generated:') ? this.#load(scenario.name, seed) : { ...scenario, seed };
  }
}

const beginningOf = ({ identity, clock }: Life): Beginning => ({
  scenario: identity.scenario,
  seed: identity.seed,
  now: toIso(clock.now()),
});

/** What the person who asked can understand and mend, as a sentence; anything else is our own fault and stays as it is. */
const refusalOf = (error: unknown): unknown =>
  error instanceof RangeError ||
  error instanceof Halted ||
  error instanceof StoreFault ||
  error instanceof ScenarioFault
    ? new SandboxRefusal(sentence(error.message))
    : error;

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
