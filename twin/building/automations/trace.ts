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
export type RunResult = 'running' | 'queued' | 'done' | 'skipped' | 'busy' | 'restarted' | 'stopped' | 'loop' | 'limit';

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

/** A trace that has nothing to tell yet. */
export const traceOf = (run: number, automation: number, started: Instant, trigger: TraceTrigger): RunTrace => ({
  run,
  automation,
  started,
  ended: null,
  trigger,
  conditions: [],
  actions: [],
  left: 0,
  result: 'running',
});

/** The last runs of each automation, newest last. */
export class Traces {
  readonly #byAutomation = new Map<number, RunTrace[]>();
  /** Oldest first. */
  readonly #byRun = new Map<number, RunTrace>();
  /** Conditions and actions in all of them. */
  #lines = 0;

  begin(trace: RunTrace): RunTrace {
    const traces = this.#byAutomation.get(trace.automation) ?? [];
    this.#byAutomation.set(trace.automation, traces);
    traces.push(trace);
    this.#byRun.set(trace.run, trace);
    this.#lines += trace.conditions.length + trace.actions.length;
    if (traces.length > LIMITS.automationTraces.value) {
      const oldest = traces.find(isOver) ?? traces[0];
      if (oldest !== undefined) this.#drop(oldest);
    }
    return trace;
  }

  /** Adds to a part of a trace as long as there is room. */
  note<Part extends 'conditions' | 'actions'>(trace: RunTrace, part: Part, line: RunTrace[Part][number]): void {
    if (!note(trace, part, line) || !this.#byRun.has(trace.run)) return;
    this.#lines += 1;
    if (this.#lines > LIMITS.automationTraceLinesInAll.value) this.#thinOut();
  }

  of(automation: number): readonly RunTrace[] {
    return this.#byAutomation.get(automation) ?? [];
  }

  run(run: number): RunTrace | undefined {
    return this.#byRun.get(run);
  }

  /** Forgets an automation that was removed. */
  forget(automation: number): void {
    for (const trace of [...this.of(automation)]) this.#drop(trace);
  }

  /** Notes an action that a run came to. */
  acted(run: number, action: ActionResult): void {
    const trace = this.run(run);
    if (trace !== undefined) this.note(trace, 'actions', action);
  }

  /** Says of the action that a run was waiting in how the wait ended. */
  waitEnded(run: number, outcome: string): void {
    const trace = this.run(run);
    const last = trace?.left === 0 ? trace.actions.at(-1) : undefined;
    if (last !== undefined) last.outcome = outcome;
  }

  /** Notes what a device reported in answer to a command of `run`. */
  reported(run: number, entry: { cid: string; property: string; value: Value | null; time: Instant }): void {
    const action = this.#byRun
      .get(run)
      ?.actions.findLast((each) => each.cid === entry.cid && each.property === entry.property && each.do === 'set');
    if (action !== undefined) action.reported = { value: entry.value, time: entry.time };
  }

  state(): readonly RunTrace[] {
    return structuredClone([...this.#byRun.values()]);
  }

  resume(traces: readonly RunTrace[]): void {
    this.#byAutomation.clear();
    this.#byRun.clear();
    this.#lines = 0;
    for (const trace of structuredClone(traces)) this.begin(trace);
  }

  /** Makes room for a while, so that it need not be made again at once: the oldest go, unless they are still to end. */
  #thinOut(): void {
    const enough = LIMITS.automationTraceLinesInAll.value * 0.9;
    for (const trace of this.#byRun.values()) {
      if (this.#lines <= enough) return;
      if (isOver(trace)) this.#drop(trace);
    }
  }

  #drop(trace: RunTrace): void {
    this.#lines -= trace.conditions.length + trace.actions.length;
    this.#byRun.delete(trace.run);
    const left = this.of(trace.automation).filter((each) => each !== trace);
    if (left.length > 0) this.#byAutomation.set(trace.automation, left);
    else this.#byAutomation.delete(trace.automation);
  }
}

const isOver = ({ ended }: RunTrace): boolean => ended !== null;

/** Adds to a part of a trace; answers whether there was room. */
export function note<Part extends 'conditions' | 'actions'>(
  trace: RunTrace,
  part: Part,
  line: RunTrace[Part][number],
): boolean {
  const lines: RunTrace[Part][number][] = trace[part];
  const isRoom = lines.length < LIMITS.automationTraceLines.value;
  if (isRoom) lines.push(line);
  else trace.left += 1;
  return isRoom;
}
