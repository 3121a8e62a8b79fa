import type { Agenda } from '../../agenda.ts';
import type { Cause, DataEntry, Value } from '../../data-entry.ts';
import { LIMITS } from '../../limits.ts';
import type { AutomationRecord } from './automation.ts';
import { Chains, runIn } from './chains.ts';
import { allHold } from './conditions.ts';
import { type DryRun, dryRun } from './dry-run.ts';
import { type AutomationAlarm, type AutomationHost, present } from './host.ts';
import { type Queued, Queues } from './queues.ts';
import type { Run } from './run.ts';
import { Runs } from './runs.ts';
import { type RunResult, type RunTrace, Traces, type TraceTrigger, traceOf } from './trace.ts';
import { type Due, Triggers } from './triggers.ts';
import type { Fired } from './watches.ts';

/** A scene that has ended. */
export interface RanScene {
  readonly scene: number;
  readonly run: number;
  readonly stopped: boolean;
}

/** Something that happened and that automations have yet to look at. */
type Event =
  | { readonly entry: DataEntry; readonly before: Value | null }
  | { readonly ended: RanScene; readonly cause: Cause };

/** Everything of which the future of the automations follows. */
export interface AutomationsState {
  readonly runs: readonly Run[];
  readonly nextRun: number;
  readonly queues: ReturnType<Queues['state']>;
  readonly chains: ReturnType<Chains['state']>;
  readonly triggers: ReturnType<Triggers['state']>;
  readonly traces: readonly RunTrace[];
}

/** Carries out what the owner has laid down: on the twin's clock, in the order of identifiers, one step at a time, all of it data. */
export class Automations {
  readonly traces = new Traces();
  readonly #host: AutomationHost;
  readonly #records = new Map<number, AutomationRecord>();
  readonly #runs: Runs;
  readonly #queues = new Queues();
  readonly #chains = new Chains();
  readonly #events: Event[] = [];
  readonly #triggers: Triggers;
  #nextRun = 1;
  #busy = false;
  #on = true;

  constructor(host: AutomationHost) {
    this.#host = host;
    this.#runs = new Runs(host, this.traces, (automation) => this.#nextInQueue(automation));
    const { agenda, localTime, place } = host;
    this.#triggers = new Triggers({
      agenda: agenda as Agenda<{ readonly trigger: Due }>,
      localTime,
      place,
      now: () => host.now(),
      value: (cid, property) => host.value(cid, property),
      fire: (fired, trigger, cause) => this.#fired(fired, trigger, cause),
    });
  }

  /**
   * Adds or replaces an automation. Runs that are under way go on as they began, and triggers that stand as they stood remember
   * what they have seen; an automation that is switched off ends its runs.
   */
  set(record: AutomationRecord): void {
    this.#records.set(record.id, record);
    if (record.mode !== 'queued' || !record.enabled) this.#emptyQueue(record.id);
    if (record.enabled && this.#on) {
      this.#triggers.put(record);
      return;
    }
    this.#triggers.remove(record.id);
    this.#stop(record.id);
  }

  remove(id: number): void {
    this.#stop(id);
    this.#triggers.remove(id);
    this.#records.delete(id);
    this.traces.forget(id);
  }

  /** Switches all of them on or off; off ends every run. */
  switch(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    for (const record of this.#records.values()) {
      if (on && record.enabled) this.#triggers.put(record);
      if (on) continue;
      this.#triggers.remove(record.id);
      this.#stop(record.id);
    }
  }

  /** A new entry came about; `before` is the value that it replaced. */
  entry(entry: DataEntry, before: Value | null): void {
    if (entry.cause.by === 'automation' && entry.lastUpdate !== null) {
      const { cid, property, value, lastUpdate } = entry;
      this.traces.reported(entry.cause.run, { cid, property, value, time: lastUpdate });
    }
    if (!this.#triggers.watches(entry) && !this.#runs.awaits(entry)) return;
    this.#events.push({ entry, before });
    this.#turn(() => undefined);
  }

  /** A scene has ended; `cause` is what had run it. */
  sceneEnded(ended: RanScene, cause: Cause): void {
    this.#events.push({ ended, cause });
    this.#turn(() => undefined);
  }

  /** The controller has started. */
  started(): void {
    this.#turn(() => this.#triggers.started());
  }

  /** Runs an automation because somebody asked. Answers the run's number, or `null` for an unknown one and while all are off. */
  run(id: number, user: string | null): number | null {
    const record = this.#records.get(id);
    if (record === undefined || !this.#on) return null;
    const run = this.#nextRun;
    this.#turn(() => this.#begin(record, user === null ? { at: 'user' } : { at: 'user', user }, undefined));
    return run;
  }

  /** What a run would find and send now. Nothing is sent, nothing is remembered. */
  dryRun(id: number): DryRun | null {
    const record = this.#records.get(id);
    return record === undefined ? null : dryRun(record, this.#host);
  }

  /** An alarm of the agenda rang. */
  due(alarm: AutomationAlarm): void {
    this.#turn(() => {
      if ('trigger' in alarm) this.#triggers.due(alarm.trigger);
      else this.#runs.due(alarm.run);
    });
  }

  state(): AutomationsState {
    return structuredClone({
      runs: this.#runs.state(),
      nextRun: this.#nextRun,
      queues: this.#queues.state(),
      chains: this.#chains.state(),
      triggers: this.#triggers.state(),
      traces: this.traces.state(),
    });
  }

  /** Goes on from `state` with these records; the agenda has been resumed before. */
  resume(records: readonly AutomationRecord[], on: boolean, from: AutomationsState): void {
    const state = structuredClone(from);
    this.#on = on;
    this.#nextRun = state.nextRun;
    this.#records.clear();
    for (const record of records) this.#records.set(record.id, record);
    this.traces.resume(state.traces);
    this.#triggers.resume(
      records.filter(({ enabled }) => on && enabled),
      state.triggers,
    );
    this.#queues.resume(state.queues);
    this.#chains.resume(state.chains);
    this.#runs.resume(state.runs);
  }

  /** Does some work, then looks at one event after the other: what an action brings about at once waits for its turn. */
  #turn(work: () => void): void {
    if (this.#busy) {
      work();
      return;
    }
    this.#busy = true;
    try {
      work();
      for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) this.#look(event);
    } finally {
      this.#busy = false;
    }
  }

  #look(event: Event): void {
    if ('entry' in event) {
      this.#runs.entry(event.entry);
      this.#triggers.entry(event.entry, event.before);
      return;
    }
    const { ended, cause } = event;
    this.#runs.sceneEnded(ended.run);
    if (!ended.stopped) this.#triggers.sceneRan(ended.scene, runIn(cause));
  }

  #fired({ automation }: Fired, trigger: TraceTrigger, cause: number | undefined): void {
    const record = this.#records.get(automation);
    if (record !== undefined) this.#begin(record, trigger, cause);
  }

  /** A run begins, waits for its turn, or is turned away; `cause` is the run that brought it about. */
  #begin(record: AutomationRecord, trigger: TraceTrigger, cause: number | undefined): void {
    const now = this.#host.now();
    const run = this.#nextRun;
    this.#nextRun += 1;
    const chain = this.#chains.next(run, cause, now);
    const trace = this.traces.begin(traceOf(run, record.id, now, trigger));
    const away = this.#chains.isLoop(chain) ? 'loop' : this.#turnsAway(record, trace);
    if (away !== null) {
      this.#refuse(trace, away);
      return;
    }
    const running = this.#runs.of(record.id);
    const turn = { run, trigger, chain };
    if (record.mode === 'queued' && running.length > 0) {
      this.#queues.add(record.id, turn);
      trace.result = 'queued';
      this.#line(trace, 'queued');
      return;
    }
    if (record.mode === 'restart') for (const each of running) this.#runs.end(each, 'restarted');
    this.#start(record, turn);
  }

  #turnsAway({ id, mode, conditions, limit = LIMITS.automationRuns.value }: AutomationRecord, trace: RunTrace) {
    const tell = (result: RunTrace['conditions'][number]) => this.traces.note(trace, 'conditions', result);
    if (!allHold(conditions, present(this.#host), 'conditions', tell)) return 'skipped';
    const running = this.#runs.of(id).length;
    const isBusy =
      (mode === 'single' && running > 0) ||
      (mode === 'parallel' && running >= limit) ||
      (mode === 'queued' && this.#queues.length(id) >= limit);
    return isBusy ? 'busy' : null;
  }

  #start(record: AutomationRecord, { run, trigger, chain }: Queued): void {
    const trace = this.traces.run(run) ?? traceOf(run, record.id, this.#host.now(), trigger);
    if (this.#runs.size >= LIMITS.automationRunsInAll.value) {
      this.#refuse(trace, 'limit');
      return;
    }
    trace.result = 'running';
    this.#chains.remember(run, chain);
    this.#line(trace, 'started');
    this.#runs.begin({ id: run, record, chain });
  }

  /** A run has ended: the next one begins, unless another one still goes on. */
  #nextInQueue(id: number): void {
    while (this.#runs.of(id).length === 0) {
      const record = this.#records.get(id);
      const next = this.#queues.shift(id);
      if (next === undefined || record === undefined) return;
      this.#start(record, next);
    }
  }

  #stop(id: number): void {
    this.#emptyQueue(id);
    for (const run of this.#runs.of(id)) this.#runs.end(run, 'stopped');
  }

  #emptyQueue(id: number): void {
    for (const { run, trigger } of this.#queues.empty(id)) {
      const trace = this.traces.run(run) ?? traceOf(run, id, this.#host.now(), trigger);
      trace.result = 'stopped';
      trace.ended = this.#host.now();
      this.#host.journal({ automation: id, run, event: 'ended', result: 'stopped' });
    }
  }

  /** What was skipped is only traced; everything else that did not begin is written down, too. */
  #refuse(trace: RunTrace, result: Extract<RunResult, 'skipped' | 'busy' | 'loop' | 'limit'>): void {
    trace.result = result;
    trace.ended = this.#host.now();
    if (result !== 'skipped') this.#line(trace, result);
  }

  #line({ automation, run, trigger: { at, user } }: RunTrace, event: string): void {
    this.#host.journal({ automation, run, event, trigger: at, ...(user === undefined ? {} : { user }) });
  }
}
