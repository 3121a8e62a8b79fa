import { toIso } from '../../clock/clock.ts';
import { LIMITS } from '../../limits.ts';
import type { AutomationRecord } from './automation.ts';
import { Chains } from './chains.ts';
import { allHold } from './conditions.ts';
import { type AutomationHost, present } from './host.ts';
import { type Queued, Queues } from './queues.ts';
import type { Runs } from './runs.ts';
import { type RunResult, type RunTrace, type Traces, type TraceTrigger, traceOf } from './trace.ts';

export interface AdmissionOptions {
  readonly host: AutomationHost;
  readonly traces: Traces;
  readonly runs: Runs;
  recordOf(automation: number): AutomationRecord | undefined;
}

export interface AdmissionState {
  readonly nextRun: number;
  readonly queues: ReturnType<Queues['state']>;
  readonly chains: ReturnType<Chains['state']>;
}

/** Decides of every run whether it begins, waits for its turn or is turned away: by conditions, mode, limits and loops. */
export class Admission {
  readonly #host: AutomationHost;
  readonly #traces: Traces;
  readonly #runs: Runs;
  readonly #recordOf: AdmissionOptions['recordOf'];
  readonly #queues = new Queues();
  readonly #chains = new Chains();
  #nextRun = 1;

  constructor({ host, traces, runs, recordOf }: AdmissionOptions) {
    this.#host = host;
    this.#traces = traces;
    this.#runs = runs;
    this.#recordOf = recordOf;
  }

  /** The number that the next run will have. */
  get nextRun(): number {
    return this.#nextRun;
  }

  /** A run begins, waits for its turn, or is turned away; `cause` is the run that brought it about. */
  begin(record: AutomationRecord, trigger: TraceTrigger, cause: number | undefined): void {
    const now = this.#host.now();
    const run = this.#nextRun;
    this.#nextRun += 1;
    const chain = this.#chains.next(run, cause, now);
    const trace = this.#traces.begin(traceOf(run, record.id, now, trigger));
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

  /** A run that was to begin while nobody was there does not begin, and its owner can see so. */
  missed(automation: number, trigger: TraceTrigger): void {
    const run = this.#nextRun;
    this.#nextRun += 1;
    this.#refuse(this.#traces.begin(traceOf(run, automation, this.#host.now(), trigger)), 'missed');
  }

  #turnsAway({ id, mode, conditions, limit }: AutomationRecord, trace: RunTrace) {
    const tell = (result: RunTrace['conditions'][number]) => this.#traces.note(trace, 'conditions', result);
    if (!allHold(conditions, present(this.#host), 'conditions', tell)) return 'skipped';
    const running = this.#runs.of(id).length;
    const most = limit ?? LIMITS.automationRuns.value;
    const isBusy =
      (mode === 'single' && running > 0) ||
      (mode === 'parallel' && running >= most) ||
      (mode === 'queued' && this.#queues.length(id) >= most);
    return isBusy ? 'busy' : null;
  }

  #start(record: AutomationRecord, { run, trigger, chain }: Queued): void {
    const trace = this.#traces.run(run) ?? traceOf(run, record.id, this.#host.now(), trigger);
    if (this.#runs.size >= LIMITS.automationRunsInAll.value) {
      this.#refuse(trace, 'limit');
      return;
    }
    trace.result = 'running';
    this.#chains.remember(run, chain);
    this.#line(trace, 'started');
    this.#runs.begin({ id: run, record, chain });
  }

  /** A run has ended: the next one of the queue begins, unless another one still goes on. */
  next(id: number): void {
    while (this.#runs.of(id).length === 0) {
      const record = this.#recordOf(id);
      const next = this.#queues.shift(id);
      if (next === undefined || record === undefined) return;
      this.#start(record, next);
    }
  }

  state(): AdmissionState {
    return { nextRun: this.#nextRun, queues: this.#queues.state(), chains: this.#chains.state() };
  }

  resume({ nextRun, queues, chains }: AdmissionState): void {
    this.#nextRun = nextRun;
    this.#queues.resume(queues);
    this.#chains.resume(chains);
  }

  /** Nobody waits for a turn any more. */
  emptyQueue(id: number): void {
    for (const { run, trigger } of this.#queues.empty(id)) {
      const trace = this.#traces.run(run) ?? traceOf(run, id, this.#host.now(), trigger);
      trace.result = 'stopped';
      trace.ended = this.#host.now();
      this.#host.journal({ automation: id, run, event: 'ended', result: 'stopped' });
    }
  }

  /** What was skipped is only traced; everything else that did not begin is written down, too. */
  #refuse(trace: RunTrace, result: Extract<RunResult, 'skipped' | 'busy' | 'loop' | 'limit' | 'missed'>): void {
    trace.result = result;
    trace.ended = this.#host.now();
    if (result !== 'skipped') this.#line(trace, result);
  }

  #line({ automation, run, trigger: { at, user, due } }: RunTrace, event: string): void {
    const more = { ...(user === undefined ? {} : { user }), ...(due === undefined ? {} : { due: toIso(due) }) };
    this.#host.journal({ automation, run, event, trigger: at, ...more });
  }
}
