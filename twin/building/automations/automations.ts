import type { Agenda } from '../../agenda.ts';
import { between, type Instant, later, minutes, seconds } from '../../clock/clock.ts';
import type { Cause, Cid, DataEntry, Value } from '../../data-entry.ts';
import { LIMITS } from '../../limits.ts';
import type { Command, CommandOutcome } from '../../twin.ts';
import type { LocalTime } from '../local-time.ts';
import type { Place } from '../sun.ts';
import type { Action, AutomationRecord, Condition } from './automation.ts';
import { holds } from './conditions.ts';
import { actionsAt, type Chain, pathText, type Run, watched } from './run.ts';
import { note, type RunResult, type RunTrace, Traces, type TraceTrigger } from './trace.ts';
import { type Fired, Triggers } from './triggers.ts';

/** What is in the agenda for automations. */
export type AutomationAlarm = { readonly trigger: Fired } | { readonly run: number };

/** What automations need of the twin. */
export interface AutomationHost {
  readonly agenda: Agenda<AutomationAlarm>;
  readonly localTime: LocalTime;
  readonly place: Place;
  now(): Instant;
  value(cid: string, property: string): Value | null | undefined;
  command(command: Command): CommandOutcome;
  check(cid: string, property: string, value: unknown): CommandOutcome;
  /** Number of the scene's run, to be told of its end; `null` if it cannot run. */
  runScene(scene: number, cause: Cause): number | null;
  /** Writes a line of the kind `automation`. */
  journal(line: {
    readonly automation: number;
    readonly run: number;
    readonly event: string;
    readonly [field: string]: unknown;
  }): void;
}

/** Something that happened and that automations have yet to look at. */
type Event =
  | { readonly entry: DataEntry; readonly before: Value | null }
  | { readonly sceneRan: number; readonly sceneRun: number };

interface Queued {
  readonly trigger: TraceTrigger;
  readonly chain: Chain;
}

/** Everything of which the future of the automations follows. */
export interface AutomationsState {
  readonly runs: readonly Run[];
  readonly nextRun: number;
  readonly queues: readonly (readonly [number, readonly Queued[]])[];
  readonly chains: readonly (readonly [number, Chain])[];
  readonly triggers: ReturnType<Triggers['state']>;
  readonly traces: readonly RunTrace[];
}

/** What a dry run would do. */
export interface DryRun {
  readonly conditions: RunTrace['conditions'];
  readonly holds: boolean;
  readonly actions: RunTrace['actions'];
}

/** Carries out what the owner has laid down: on the twin's clock, in the order of identifiers, one step at a time, all of it data. */
export class Automations {
  readonly traces = new Traces();
  readonly #host: AutomationHost;
  readonly #records = new Map<number, AutomationRecord>();
  readonly #runs = new Map<number, Run>();
  readonly #queues = new Map<number, Queued[]>();
  /** Chains of the latest runs, so that what they caused is known as their doing. */
  readonly #chains = new Map<number, Chain>();
  readonly #waitingFor = new Map<string, Set<number>>();
  readonly #events: Event[] = [];
  #triggers: Triggers;
  #nextRun = 1;
  #draining = false;
  #on = true;

  constructor(host: AutomationHost) {
    this.#host = host;
    this.#triggers = this.#newTriggers();
  }

  /** Adds or replaces an automation. Runs that are under way go on as they began, unless it is switched off. */
  set(record: AutomationRecord): void {
    this.#triggers.remove(record.id);
    this.#records.set(record.id, record);
    if (!record.enabled) this.stop(record.id, 'stopped');
    else if (this.#on) this.#triggers.add(record);
  }

  remove(id: number): void {
    this.stop(id, 'stopped');
    this.#triggers.remove(id);
    this.#records.delete(id);
    this.traces.forget(id);
  }

  /** Switches all of them on or off; off ends every run. */
  switch(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    for (const record of this.#records.values()) {
      this.#triggers.remove(record.id);
      if (on && record.enabled) this.#triggers.add(record);
      if (!on) this.stop(record.id, 'stopped');
    }
  }

  /** Ends the runs of an automation, waiting ones included. */
  stop(id: number, result: RunResult): void {
    this.#queues.delete(id);
    for (const run of this.#runsOf(id)) this.#end(run, result);
  }

  /** A new entry came about; `before` is the value that it replaced. */
  entry(entry: DataEntry, before: Value | null): void {
    if (entry.cause.by === 'automation' && entry.lastUpdate !== null) {
      const { cid, property, value, lastUpdate } = entry;
      this.traces.reported(entry.cause.run, { cid, property, value, time: lastUpdate });
    }
    if (this.#waitingFor.size === 0 && !this.#triggers.watches(entry.cid)) return;
    this.#events.push({ entry, before });
    this.#drain();
  }

  sceneRan(scene: number, sceneRun: number): void {
    this.#events.push({ sceneRan: scene, sceneRun });
    this.#drain();
  }

  /** The controller has started. */
  started(): void {
    if (this.#on) this.#triggers.started();
  }

  /** Runs an automation because somebody asked. Answers the run's number, or `null` for an unknown one. */
  run(id: number, user: string): number | null {
    const record = this.#records.get(id);
    if (record === undefined) return null;
    return this.#begin(record, { at: 'user', user }, { since: this.#host.now(), length: 1 });
  }

  /** What a run would find and send now. Nothing is sent, nothing is remembered. */
  dryRun(id: number): DryRun | null {
    const record = this.#records.get(id);
    if (record === undefined) return null;
    const trace = this.#trace(0, record, { at: 'user' });
    const all = this.#check(record.conditions, 'conditions', trace);
    if (all) this.#rehearse(record.actions, ['actions'], trace);
    return { conditions: trace.conditions, holds: all, actions: trace.actions };
  }

  /** An alarm of the agenda rang. */
  due(alarm: AutomationAlarm): void {
    if ('trigger' in alarm) this.#triggers.due(alarm.trigger);
    else this.#wakeRun(alarm.run);
  }

  #wakeRun(id: number): void {
    const run = this.#runs.get(id);
    if (run === undefined || run.waiting === null || run.waiting.for === 'scene') return;
    const { waiting } = run;
    if (waiting.for === 'time') {
      this.#proceed(run, 'waited');
    } else if (this.#check([waiting.condition], '', undefined)) {
      this.#proceed(run, 'held');
    } else if (this.#host.now() < waiting.until) {
      waiting.alarm = this.#lookAgain(run, waiting.condition, waiting.until);
    } else if (waiting.otherwise === 'stop') {
      this.#tell(run, 'gave up');
      this.#end(run, 'stopped');
    } else {
      this.#proceed(run, 'gave up');
    }
  }

  state(): AutomationsState {
    return structuredClone({
      runs: [...this.#runs.values()],
      nextRun: this.#nextRun,
      queues: [...this.#queues],
      chains: [...this.#chains],
      triggers: this.#triggers.state(),
      traces: this.traces.state(),
    });
  }

  /** Goes on from `state` with these records; the agenda has been resumed before. */
  resume(records: readonly AutomationRecord[], on: boolean, from: AutomationsState): void {
    const state = structuredClone(from);
    this.#on = on;
    this.#records.clear();
    this.#runs.clear();
    this.#queues.clear();
    this.#chains.clear();
    this.#waitingFor.clear();
    this.#triggers = this.#newTriggers();
    this.#nextRun = state.nextRun;
    this.traces.resume(state.traces);
    for (const record of records) {
      this.#records.set(record.id, record);
      if (on && record.enabled) this.#triggers.add(record, state.triggers);
    }
    for (const [id, queue] of state.queues) this.#queues.set(id, [...queue]);
    for (const [id, chain] of state.chains) this.#chains.set(id, chain);
    for (const run of state.runs) {
      this.#runs.set(run.id, run);
      if (run.waiting?.for === 'condition') this.#watch(run, run.waiting.condition);
    }
  }

  #newTriggers(): Triggers {
    const { agenda, localTime, place } = this.#host;
    return new Triggers({
      agenda: agenda as Agenda<{ readonly trigger: Fired }>,
      localTime,
      place,
      now: () => this.#host.now(),
      value: (cid, property) => this.#host.value(cid, property),
      fire: (fired, entry) => this.#fired(fired, entry),
    });
  }

  /** Looks at one event after the other: what an action brings about at once waits for its turn. */
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
        if ('entry' in event) {
          this.#wake(event.entry);
          if (this.#on) this.#triggers.entry(event.entry, event.before);
        } else {
          for (const run of [...this.#runs.values()]) {
            if (run.waiting?.for === 'scene' && run.waiting.sceneRun === event.sceneRun) this.#proceed(run, 'ran');
          }
          if (this.#on) this.#triggers.sceneRan(event.sceneRan);
        }
      }
    } finally {
      this.#draining = false;
    }
  }

  #fired({ automation, index }: Fired, entry: DataEntry | null): void {
    const record = this.#records.get(automation);
    if (record === undefined) return;
    const at = `triggers[${index}]`;
    const trigger: TraceTrigger =
      entry === null ? { at } : { at, cid: entry.cid, property: entry.property, value: entry.value };
    this.#begin(record, trigger, this.#chainAfter(entry?.cause));
  }

  /** A chain that has gone on for longer than a minute is a rhythm and no loop: it begins anew. */
  #chainAfter(cause: Cause | undefined): Chain {
    const now = this.#host.now();
    const chain =
      cause !== undefined && 'run' in cause && cause.run !== undefined ? this.#chains.get(cause.run) : undefined;
    if (chain === undefined || between(chain.since, now) > seconds(LIMITS.automationChainSeconds.value))
      return { since: now, length: 1 };
    return { since: chain.since, length: chain.length + 1 };
  }

  #begin(record: AutomationRecord, trigger: TraceTrigger, chain: Chain): number {
    const running = this.#runsOf(record.id);
    const trace = this.traces.begin(this.#trace(this.#nextRun, record, trigger));
    this.#nextRun += 1;
    if (chain.length > LIMITS.automationChain.value) return this.#refuse(trace, 'loop');
    if (!this.#check(record.conditions, 'conditions', trace)) return this.#refuse(trace, 'skipped');
    const limit = record.limit ?? LIMITS.automationRuns.value;
    if (running.length > 0 && record.mode === 'single') return this.#refuse(trace, 'busy');
    if (running.length >= limit && record.mode === 'parallel') return this.#refuse(trace, 'busy');
    if (running.length > 0 && record.mode === 'queued') return this.#queue(record.id, limit, trace, { trigger, chain });
    if (record.mode === 'restart') for (const run of running) this.#end(run, 'restarted');
    if (this.#runs.size >= LIMITS.automationRunsInAll.value) return this.#refuse(trace, 'limit');
    const run: Run = {
      id: trace.run,
      record,
      chain,
      frames: [{ path: ['actions'], index: 0 }],
      rounds: {},
      waiting: null,
      commands: 0,
      steps: 0,
    };
    this.#runs.set(run.id, run);
    this.#remember(run.id, chain);
    this.#host.journal({
      automation: record.id,
      run: run.id,
      event: 'started',
      trigger: trigger.at,
      ...(trigger.user === undefined ? {} : { user: trigger.user }),
    });
    this.#carryOut(run);
    return run.id;
  }

  #refuse(trace: RunTrace, result: RunResult): number {
    trace.result = result;
    trace.ended = trace.started;
    if (result !== 'skipped') this.#host.journal({ automation: trace.automation, run: trace.run, event: result });
    return trace.run;
  }

  #queue(id: number, limit: number, trace: RunTrace, queued: Queued): number {
    const queue = this.#queues.get(id) ?? [];
    if (queue.length >= limit) return this.#refuse(trace, 'busy');
    this.#queues.set(id, [...queue, queued]);
    trace.result = 'queued';
    trace.ended = trace.started;
    return trace.run;
  }

  /** Takes steps until the run waits or ends. */
  #carryOut(run: Run): void {
    while (run.waiting === null) {
      const frame = run.frames.at(-1);
      const result = frame === undefined ? 'done' : run.steps >= LIMITS.automationSteps.value ? 'limit' : null;
      if (frame === undefined || result !== null) {
        this.#end(run, result ?? 'done');
        return;
      }
      run.steps += 1;
      const action = actionsAt(run.record, frame.path)[frame.index];
      if (action === undefined) run.frames.pop();
      else if (!this.#step(run, action, [...frame.path, frame.index])) return;
    }
  }

  /** One action. Answers whether the run still goes on. */
  #step(run: Run, action: Action, path: readonly (string | number)[]): boolean {
    const frame = run.frames.at(-1);
    if (frame === undefined) return false;
    const trace = this.traces.run(run.id);
    const tell = (outcome: string, more: { cid?: string; property?: string; value?: Value } = {}) => {
      if (trace !== undefined)
        note(trace, 'actions', { at: pathText(path), time: this.#host.now(), do: action.do, outcome, ...more });
    };
    const now = this.#host.now();
    switch (action.do) {
      case 'set': {
        frame.index += 1;
        run.commands += 1;
        if (run.commands > LIMITS.automationCommands.value) {
          this.#end(run, 'limit');
          return false;
        }
        const { cid, property, value } = action;
        const outcome = this.#host.command({
          cid: cid as Cid,
          property,
          value,
          cause: { by: 'automation', automation: run.record.id, run: run.id },
        });
        tell(outcome === 'accepted' ? 'sent' : `refused: ${outcome}`, { cid, property, value });
        return this.#runs.has(run.id);
      }
      case 'scene': {
        frame.index += 1;
        const sceneRun = this.#host.runScene(action.scene, {
          by: 'scene',
          scene: action.scene,
          user: null,
          automation: run.record.id,
          run: run.id,
        });
        tell(sceneRun === null ? 'refused' : 'started');
        if (sceneRun !== null) run.waiting = { for: 'scene', sceneRun };
        return true;
      }
      case 'wait': {
        frame.index += 1;
        tell('waiting');
        run.waiting = {
          for: 'time',
          alarm: this.#host.agenda.add(later(now, seconds(action.seconds)), { run: run.id }),
        };
        return true;
      }
      case 'waitFor': {
        frame.index += 1;
        if (this.#check([action.condition], `${pathText(path)}.condition`, trace)) {
          tell('held');
          return true;
        }
        tell('waiting');
        const until = later(now, seconds(action.limit));
        const { condition, otherwise = 'go on' } = action;
        run.waiting = { for: 'condition', condition, until, alarm: this.#lookAgain(run, condition, until), otherwise };
        this.#watch(run, condition);
        return true;
      }
      case 'choose': {
        frame.index += 1;
        const chosen = action.options.findIndex((option, index) =>
          this.#check(option.conditions, `${pathText(path)}.options[${index}].conditions`, trace),
        );
        tell(chosen >= 0 ? `option ${chosen + 1}` : 'otherwise');
        if (chosen >= 0) run.frames.push({ path: [...path, 'options', chosen, 'actions'], index: 0 });
        else if (action.otherwise !== undefined) run.frames.push({ path: [...path, 'otherwise'], index: 0 });
        return true;
      }
      case 'repeat': {
        const key = pathText(path);
        const round = (run.rounds[key] ?? 0) + 1;
        const again =
          round <= Math.min(action.times ?? LIMITS.automationRounds.value, LIMITS.automationRounds.value) &&
          (action.while === undefined || this.#check([action.while], `${key}.while`, trace));
        if (again) {
          run.rounds[key] = round;
          tell(`round ${round}`);
          run.frames.push({ path: [...path, 'actions'], index: 0 });
        } else {
          delete run.rounds[key];
          frame.index += 1;
        }
        return true;
      }
    }
  }

  /** Goes on after a wait. */
  #proceed(run: Run, outcome: string): void {
    this.#tell(run, outcome);
    this.#rest(run);
    this.#carryOut(run);
  }

  /** Says of the action that a run is waiting in how the wait ended. */
  #tell(run: Run, outcome: string): void {
    const last = this.traces.run(run.id)?.actions.at(-1);
    if (last !== undefined) last.outcome = outcome;
  }

  #rest(run: Run): void {
    const { waiting } = run;
    run.waiting = null;
    if (waiting === null || waiting.for === 'scene') return;
    this.#host.agenda.cancel(waiting.alarm);
    if (waiting.for === 'condition') this.#unwatch(run, waiting.condition);
  }

  #end(run: Run, result: RunResult): void {
    this.#rest(run);
    this.#runs.delete(run.id);
    const trace = this.traces.run(run.id);
    if (trace !== undefined) {
      trace.result = result;
      trace.ended = this.#host.now();
    }
    this.#host.journal({ automation: run.record.id, run: run.id, event: 'ended', result });
    this.#nextInQueue(run.record.id);
  }

  #nextInQueue(id: number): void {
    const [next, ...rest] = this.#queues.get(id) ?? [];
    const record = this.#records.get(id);
    if (next === undefined || record === undefined) return;
    if (rest.length > 0) this.#queues.set(id, rest);
    else this.#queues.delete(id);
    this.#begin(record, next.trigger, next.chain);
  }

  #wake(entry: DataEntry): void {
    const waiting = this.#waitingFor.get(`${entry.cid}.${entry.property}`);
    if (waiting === undefined) return;
    for (const id of [...waiting].sort((a, b) => a - b)) {
      const run = this.#runs.get(id);
      if (run?.waiting?.for !== 'condition') continue;
      if (this.#check([run.waiting.condition], '', undefined)) this.#proceed(run, 'held');
    }
  }

  /** A condition that time alone can change is looked at again every minute. */
  #lookAgain(run: Run, condition: Condition, until: Instant): number {
    const next = later(this.#host.now(), minutes(1));
    return this.#host.agenda.add(watched(condition).time && next < until ? next : until, { run: run.id });
  }

  #watch(run: Run, condition: Condition): void {
    for (const [cid, property] of watched(condition).points) {
      const key = `${cid}.${property}`;
      this.#waitingFor.set(key, (this.#waitingFor.get(key) ?? new Set()).add(run.id));
    }
  }

  #unwatch(run: Run, condition: Condition): void {
    for (const [cid, property] of watched(condition).points) {
      const key = `${cid}.${property}`;
      const runs = this.#waitingFor.get(key);
      runs?.delete(run.id);
      if (runs?.size === 0) this.#waitingFor.delete(key);
    }
  }

  #check(conditions: readonly Condition[], at: string, trace: RunTrace | undefined): boolean {
    const present = {
      now: this.#host.now(),
      localTime: this.#host.localTime,
      place: this.#host.place,
      value: (cid: string, property: string) => this.#host.value(cid, property),
    };
    return conditions.every((condition, index) =>
      holds(condition, present, at.endsWith('conditions') ? `${at}[${index}]` : at, (result) => {
        if (trace !== undefined) note(trace, 'conditions', result);
      }),
    );
  }

  #rehearse(actions: readonly Action[], path: readonly (string | number)[], trace: RunTrace): void {
    for (const [index, action] of actions.entries()) {
      const at = [...path, index];
      const tell = (outcome: string, more: { cid?: string; property?: string; value?: Value } = {}) =>
        note(trace, 'actions', { at: pathText(at), time: this.#host.now(), do: action.do, outcome, ...more });
      switch (action.do) {
        case 'set': {
          const outcome = this.#host.check(action.cid, action.property, action.value);
          const { cid, property, value } = action;
          tell(outcome === 'accepted' ? 'would be sent' : `would be refused: ${outcome}`, { cid, property, value });
          break;
        }
        case 'scene':
          tell(`would run scene ${action.scene}`);
          break;
        case 'wait':
          tell(`would wait ${action.seconds} s`);
          break;
        case 'waitFor': {
          const now = this.#check([action.condition], `${pathText(at)}.condition`, trace);
          tell(now ? 'would go on at once' : `would wait up to ${action.limit} s`);
          break;
        }
        case 'choose': {
          const chosen = action.options.findIndex((option, option_) =>
            this.#check(option.conditions, `${pathText(at)}.options[${option_}].conditions`, trace),
          );
          tell(chosen >= 0 ? `would take option ${chosen + 1}` : 'would take otherwise');
          const option = action.options[chosen];
          if (option !== undefined) this.#rehearse(option.actions, [...at, 'options', chosen, 'actions'], trace);
          else if (action.otherwise !== undefined) this.#rehearse(action.otherwise, [...at, 'otherwise'], trace);
          break;
        }
        case 'repeat': {
          const once = action.while === undefined || this.#check([action.while], `${pathText(at)}.while`, trace);
          tell(
            once
              ? `would repeat ${action.times ?? `at most ${LIMITS.automationRounds.value}`} times`
              : 'would not repeat',
          );
          if (once) this.#rehearse(action.actions, [...at, 'actions'], trace);
          break;
        }
      }
    }
  }

  #trace(run: number, record: AutomationRecord, trigger: TraceTrigger): RunTrace {
    return {
      run,
      automation: record.id,
      started: this.#host.now(),
      ended: null,
      trigger,
      conditions: [],
      actions: [],
      left: 0,
      result: 'running',
    };
  }

  #runsOf(id: number): Run[] {
    return [...this.#runs.values()].filter((run) => run.record.id === id);
  }

  #remember(run: number, chain: Chain): void {
    this.#chains.set(run, chain);
    if (this.#chains.size <= LIMITS.automationChainsKept.value) return;
    const [oldest] = this.#chains.keys();
    if (oldest !== undefined) this.#chains.delete(oldest);
  }
}
