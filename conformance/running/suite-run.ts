import { setMaxListeners } from 'node:events';
import type { Check } from '../checks/check.ts';
import { CHECKS } from '../checks/index.ts';
import type { Secrets } from '../clients/secrets.ts';
import { type Exchange, recordingTape } from '../clients/tape.ts';
import { discover } from '../discovery/house.ts';
import { LampPool, lampsOf } from '../discovery/lamps.ts';
import type { Surroundings } from '../trials/paths.ts';
import type { Manners, Target } from '../trials/target.ts';
import type { Finding } from '../verdicts/verdict.ts';
import { commandable } from './commandable.ts';
import { Disturbances } from './disturbances.ts';
import { type Planned, planOf } from './plan.ts';
import { leftOut, runCheck } from './run-check.ts';
import { inOrder } from './schedule.ts';
import { steadied, unsteady } from './steady-clock.ts';
import { Makings, sweep } from './sweep.ts';

/** What a run tells while it goes on. */
export interface Watcher {
  /** `speed`: what the clock runs at, and has to be changed for the run. */
  planned(plan: readonly Planned[], speed: number | null): void;
  began(check: Check): void;
  ended(check: Check, findings: readonly Finding[], ms: number): void;
  exchanged(exchange: Exchange): void;
}

/** What came of a run. */
export interface RunResult {
  readonly plan: readonly Planned[];
  readonly findings: readonly Finding[];
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>;
  /** What could not be put back; null if that is not known, as a transcript ends before the run did. */
  readonly leftBehind: readonly string[] | null;
  /** Checks that were run more than once, and what disturbed them. */
  readonly repeated: readonly Repeated[];
  readonly interrupted: boolean;
  readonly ms: number;
}

/** A check that brought bad news while it was disturbed. */
export interface Repeated {
  readonly check: string;
  readonly disturbedBy: readonly string[];
}

/** What is to be run. */
export interface Order {
  readonly target: Target;
  readonly manners: Manners;
  readonly secrets: Secrets;
  readonly only: readonly string[];
  readonly dryRun: boolean;
  /** Bad news is believed at once. */
  readonly once: boolean;
  /** Command line that asks for the same, up to `--only` and `--seed`. */
  readonly again: string;
}

/** Looks around, plans, and runs the checks. When `signal` is raised, what runs is cleaned up and nothing new begins. */
export const runSuite = async (order: Order, watcher: Watcher, signal: AbortSignal): Promise<RunResult> => {
  // Everything that waits for an answer listens.
  setMaxListeners(0, signal);
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const makings = new Makings();
  const tapeOf = (name: string) =>
    makings.over(recordingTape(name, order.secrets, since, (each) => watcher.exchanged(each)));
  const { target, manners, secrets } = order;
  const house = await discover(target, tapeOf('discovery'), manners.sandbox);
  const candidates = lampsOf(house.components, manners);
  const lamps = order.dryRun ? candidates : await commandable(candidates, house, order, tapeOf('lamps'));
  const plan = planOf(CHECKS, { target, manners, house, lamps }, order.only);
  const speed = unsteady(house, manners);
  watcher.planned(plan, speed);
  const findings: Finding[] = [];
  const exchanges = new Map<string, readonly Exchange[]>();
  const leftBehind: string[] = [];
  const repeated: Repeated[] = [];
  const result = () => ({ plan, findings, exchanges, leftBehind, repeated, interrupted: signal.aborted, ms: since() });
  if (order.dryRun) return result();
  for (const { check, leftOut: reason, applies } of plan) {
    if (reason !== null) findings.push(...leftOut(check, reason, applies));
  }

  const around: Surroundings = { target, manners, house, lamps: new LampPool(lamps), secrets };
  const disturbances = order.once ? null : await Disturbances.watched(target, began);
  const release = await steadied(speed, target, tapeOf('clock'));
  await inOrder(
    plan.filter(({ leftOut: reason }) => reason === null).map(({ check }) => check),
    { oneAddress: target.oneAddress, driven: house.driven },
    async (check, quiet) => {
      watcher.began(check);
      const tape = tapeOf(check.id);
      // Whatever takes hours would be disturbed every time; and it does not depend on moments.
      const believed = check.needs.includes('hours') && !house.driven;
      const outcome = await runCheck(check, around, tape, signal, believed ? null : disturbances, quiet);
      exchanges.set(check.id, tape.exchanges);
      leftBehind.push(...outcome.leftBehind);
      const { disturbedBy } = outcome;
      if (disturbedBy.length > 0) repeated.push({ check: check.id, disturbedBy });
      if (signal.aborted) return;
      findings.push(...outcome.findings);
      watcher.ended(check, outcome.findings, outcome.ms);
    },
    () => !signal.aborted,
  ).finally(() => disturbances?.stop());
  await makings.done();
  leftBehind.push(...(await release()));
  if (house.admin && !manners.readOnly) leftBehind.push(...(await sweep(order, tapeOf('sweep'), exchanges)));
  return result();
};
