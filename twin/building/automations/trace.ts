import type { Instant } from '../../clock/clock.ts';
import type { Value } from '../../data-entry.ts';
import { LIMITS } from '../../limits.ts';
import type { ConditionResult } from './conditions.ts';

/** What set a run off. */
export interface TraceTrigger {
  /** `triggers[0]`, or `user` for a run that somebody asked for. */
  readonly at: string;
  readonly user?: string;
  readonly cid?: string;
  readonly property?: string;
  readonly value?: Value | null;
}

/** One action that a run came to. */
export interface ActionResult {
  /** Where it stands in the record, such as `actions[1].options[0].actions[2]`. */
  readonly at: string;
  readonly time: Instant;
  readonly do: string;
  /** `sent`, `refused: …`, `waiting`, `waited`, `held`, `gave up`, `option 1`, `round 3` … */
  outcome: string;
  readonly cid?: string;
  readonly property?: string;
  readonly value?: Value;
  /** What the device then reported. */
  reported?: { readonly value: Value | null; readonly time: Instant };
}

/** How a run ended. `skipped`: its conditions did not hold; `busy`: its mode or a limit did not let it begin. */
export type RunResult =
  | 'running'
  | 'queued'
  | 'done'
  | 'skipped'
  | 'busy'
  | 'restarted'
  | 'stopped'
  | 'loop'
  | 'limit'
  | 'failed';

/** All that is known about one run. */
export interface RunTrace {
  readonly run: number;
  readonly automation: number;
  readonly started: Instant;
  ended: Instant | null;
  readonly trigger: TraceTrigger;
  readonly conditions: ConditionResult[];
  readonly actions: ActionResult[];
  /** Actions and conditions that were left out because the trace was full. */
  left: number;
  result: RunResult;
}

/** The last runs of each automation, newest last. */
export class Traces {
  readonly #byAutomation = new Map<number, RunTrace[]>();
  readonly #byRun = new Map<number, RunTrace>();

  begin(trace: RunTrace): RunTrace {
    const traces = this.#byAutomation.get(trace.automation) ?? [];
    this.#byAutomation.set(trace.automation, traces);
    traces.push(trace);
    this.#byRun.set(trace.run, trace);
    if (traces.length > LIMITS.automationTraces.value) {
      // A run that still goes on keeps its trace.
      const oldest = traces.findIndex((each) => each.result !== 'running');
      const [dropped] = traces.splice(Math.max(oldest, 0), 1);
      if (dropped !== undefined) this.#byRun.delete(dropped.run);
    }
    return trace;
  }

  of(automation: number): readonly RunTrace[] {
    return this.#byAutomation.get(automation) ?? [];
  }

  run(run: number): RunTrace | undefined {
    return this.#byRun.get(run);
  }

  /** Forgets an automation that was removed. */
  forget(automation: number): void {
    for (const trace of this.of(automation)) this.#byRun.delete(trace.run);
    this.#byAutomation.delete(automation);
  }

  /** Notes what a device reported in answer to a command of `run`. */
  reported(run: number, entry: { cid: string; property: string; value: Value | null; time: Instant }): void {
    const action = this.#byRun
      .get(run)
      ?.actions.findLast((each) => each.cid === entry.cid && each.property === entry.property && each.do === 'set');
    if (action !== undefined) action.reported = { value: entry.value, time: entry.time };
  }

  state(): readonly RunTrace[] {
    return [...this.#byAutomation.values()].flat().map((trace) => structuredClone(trace));
  }

  resume(traces: readonly RunTrace[]): void {
    this.#byAutomation.clear();
    this.#byRun.clear();
    for (const trace of structuredClone(traces)) this.begin(trace);
  }
}

/** Adds to a part of a trace as long as there is room. */
export function note<Part extends 'conditions' | 'actions'>(
  trace: RunTrace,
  part: Part,
  line: RunTrace[Part][number],
): void {
  const lines: RunTrace[Part][number][] = trace[part];
  if (lines.length < LIMITS.automationTraceLines.value) lines.push(line);
  else trace.left += 1;
}
