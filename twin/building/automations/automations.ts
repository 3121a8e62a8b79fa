import type { Agenda } from '../../agenda.ts';
import type { Instant } from '../../clock/clock.ts';
import type { Cause, DataEntry, Value } from '../../data-entry.ts';
import { Admission, type AdmissionState } from './admission.ts';
import type { AutomationRecord } from './automation.ts';
import { runIn } from './chains.ts';
import { type DryRun, dryRun } from './dry-run.ts';
import type { AutomationAlarm, AutomationHost } from './host.ts';
import type { Run } from './run.ts';
import { Runs } from './runs.ts';
import { isOfRun, type RunTrace, Traces, type TraceTrigger } from './trace.ts';
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
  readonly admission: AdmissionState;
  readonly triggers: ReturnType<Triggers['state']>;
  readonly traces: readonly RunTrace[];
}

/** Carries out what the owner has laid down: on the twin's clock, in the order of identifiers, one step at a time, all of it data. */
export class Automations {
  readonly traces = new Traces();
  readonly #host: AutomationHost;
  readonly #records = new Map<number, AutomationRecord>();
  readonly #runs: Runs;
  readonly #admission: Admission;
  readonly #events: Event[] = [];
  readonly #triggers: Triggers;
  #busy = false;
  #on = true;

  constructor(host: AutomationHost) {
    this.#host = host;
    this.#runs = new Runs(host, this.traces, (automation) => this.#admission.next(automation));
    const recordOf = (id: number) => this.#records.get(id);
    this.#admission = new Admission({ host, traces: this.traces, runs: this.#runs, recordOf });
    const { agenda, localTime, place } = host;
    this.#triggers = new Triggers({
      agenda: agenda as Agenda<{ readonly trigger: Due }>,
      localTime,
      place,
      now: () => host.now(),
      value: (cid, property) => host.value(cid, property),
      fire: (fired, trigger, cause) => this.#fired(fired, trigger, cause),
      missed: ({ automation }, trigger) => this.#admission.missed(automation, trigger),
    });
  }

  /**
   * Adds or replaces an automation. Runs that are under way go on as they began, and triggers that stand as they stood remember
   * what they have seen; an automation that is switched off ends its runs.
   */
  set(record: AutomationRecord): void {
    this.#records.set(record.id, record);
    if (record.mode !== 'queued' || !record.enabled) this.#admission.emptyQueue(record.id);
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
    const { cause, cid, property, value, lastUpdate: time } = entry;
    if (isOfRun(cause) && time !== null) this.traces.reported(cause, { cid, property, value, time });
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
    const run = this.#admission.nextRun;
    this.#turn(() => this.#admission.begin(record, user === null ? { at: 'user' } : { at: 'user', user }, undefined));
    return run;
  }

  /** What a run would find and send now. Nothing is sent, nothing is remembered. */
  dryRun(id: number): DryRun | null {
    const record = this.#records.get(id);
    return record === undefined ? null : dryRun(record, this.#host);
  }

  /** An alarm of the agenda rang that was to ring at `at`. */
  due(alarm: AutomationAlarm, at: Instant): void {
    this.#turn(() => {
      if ('trigger' in alarm) this.#triggers.due(alarm.trigger, at);
      else this.#runs.due(alarm.run);
    });
  }

  state(): AutomationsState {
    return structuredClone({
      runs: this.#runs.state(),
      admission: this.#admission.state(),
      triggers: this.#triggers.state(),
      traces: this.traces.state(),
    });
  }

  /** Goes on from `state` with these records; the agenda has been resumed before. */
  resume(records: readonly AutomationRecord[], on: boolean, from: AutomationsState): void {
    const state = structuredClone(from);
    this.#on = on;
    this.#records.clear();
    for (const record of records) this.#records.set(record.id, record);
    this.traces.resume(state.traces);
    this.#triggers.resume(
      records.filter(({ enabled }) => on && enabled),
      state.triggers,
    );
    this.#admission.resume(state.admission);
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
    if (record !== undefined) this.#admission.begin(record, trigger, cause);
  }

  #stop(id: number): void {
    this.#admission.emptyQueue(id);
    for (const run of this.#runs.of(id)) this.#runs.end(run, 'stopped');
  }
}
