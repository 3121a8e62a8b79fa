import { type Instant, later, seconds } from '../../clock/clock.ts';
import type { Cause, Value } from '../../data-entry.ts';
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
  /** When it came true, if nobody was there. */
  readonly due?: Instant;
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
  /** The scene that it ran. */
  readonly scene?: number;
  /** What the device then reported. */
  reported?: { readonly value: Value | null; readonly time: Instant };
  /** What the devices of the scene then reported: of each property the latest. */
  reports?: TraceReport[];
}

/** What a device reported in answer to a run. */
export interface TraceReport {
  readonly cid: string;
  readonly property: string;
  readonly value: Value | null;
  readonly time: Instant;
}

/** A cause that names the run of an automation. */
type RunCause = Extract<Cause, { by: 'automation' | 'scene' }> & { readonly run: number };

export const isOfRun = (cause: Cause): cause is RunCause =>
  cause.by === 'automation' || (cause.by === 'scene' && cause.run !== undefined);

/** How a run ended. `skipped`: its conditions did not hold; `busy`: its mode or a limit did not let it begin; `missed`: nobody was there to begin it. */
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
  | 'missed';

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
  /** Conditions, actions and reports of scenes in all of them. */
  #lines = 0;

  begin(trace: RunTrace): RunTrace {
    const traces = this.#byAutomation.get(trace.automation) ?? [];
    this.#byAutomation.set(trace.automation, traces);
    traces.push(trace);
    this.#byRun.set(trace.run, trace);
    this.#lines += linesOf(trace);
    if (traces.length > LIMITS.automationTraces.value) {
      const oldest = traces.find(isOver) ?? traces[0];
      if (oldest !== undefined) this.#drop(oldest);
    }
    return trace;
  }

  /** Adds to a part of a trace as long as there is room. */
  note<Part extends 'conditions' | 'actions'>(trace: RunTrace, part: Part, line: RunTrace[Part][number]): void {
    if (note(trace, part, line) && this.#byRun.has(trace.run)) this.#grown();
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

  /** Says what came of the action that a run came to last, unless the trace had no room for it. */
  cameOf(run: number, outcome: string): void {
    const trace = this.run(run);
    const hasLast = trace?.left === 0 || (trace?.actions.length ?? 0) < LIMITS.automationTraceLines.value;
    const last = hasLast ? trace?.actions.at(-1) : undefined;
    if (last !== undefined) last.outcome = outcome;
  }

  /** Notes what a device reported in answer to a command of a run, or of a scene that the run began. */
  reported(cause: RunCause, report: TraceReport): void {
    const trace = this.#byRun.get(cause.run);
    if (trace === undefined) return;
    const answered = trace.actions.findLast((action) =>
      cause.by === 'scene' ? action.scene === cause.scene : isSet(action, report),
    );
    if (answered === undefined) return;
    if (cause.by === 'scene') this.#sceneReported(trace, answered, report);
    else answered.reported = { value: report.value, time: report.time };
    tellOvertaken(trace, answered, report);
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

  #sceneReported(trace: RunTrace, action: ActionResult, report: TraceReport): void {
    action.reports ??= [];
    const before = action.reports.findIndex(({ cid, property }) => cid === report.cid && property === report.property);
    if (before >= 0) action.reports[before] = report;
    else if (reportsIn(trace) < LIMITS.automationTraceLines.value) {
      action.reports.push(report);
      this.#grown();
    }
  }

  #grown(): void {
    this.#lines += 1;
    if (this.#lines > LIMITS.automationTraceLinesInAll.value) this.#thinOut();
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
    this.#lines -= linesOf(trace);
    this.#byRun.delete(trace.run);
    const left = this.of(trace.automation).filter((each) => each !== trace);
    if (left.length > 0) this.#byAutomation.set(trace.automation, left);
    else this.#byAutomation.delete(trace.automation);
  }
}

/**
 * A device that is commanded again before it has answered answers once, and the answer goes to the last command. The trace
 * tells it of those before, too.
 */
function tellOvertaken({ actions }: RunTrace, answered: ActionResult, report: TraceReport): void {
  let next = answered;
  for (let index = actions.indexOf(answered) - 1; index >= 0; index -= 1) {
    const action = actions[index];
    if (action === undefined || !isSet(action, report)) continue;
    const hadTime = next.time > later(action.time, seconds(LIMITS.answerSeconds.value));
    if (hadTime || (action.reported !== undefined && action.reported.time < next.time)) return;
    action.reported = { value: report.value, time: report.time };
    next = action;
  }
}

const isSet = (action: ActionResult, { cid, property }: TraceReport): boolean =>
  action.do === 'set' && action.cid === cid && action.property === property;

const reportsIn = ({ actions }: RunTrace): number =>
  actions.reduce((count, { reports }) => count + (reports?.length ?? 0), 0);

const linesOf = (trace: RunTrace): number => trace.conditions.length + trace.actions.length + reportsIn(trace);

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
