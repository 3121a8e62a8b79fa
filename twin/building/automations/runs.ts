import { type Instant, later } from '../../clock/clock.ts';
import type { Cid, DataEntry } from '../../data-entry.ts';
import { LIMITS } from '../../limits.ts';
import type { Action, Condition } from './automation.ts';
import { allHold } from './conditions.ts';
import { type AutomationHost, present } from './host.ts';
import { actionsAt, nextLook, pathText, type Run, span } from './run.ts';
import type { ActionResult, RunResult, Traces } from './trace.ts';
import { WaitingRoom } from './waiting-room.ts';

type Path = readonly (string | number)[];
type Of<Do extends Action['do']> = Extract<Action, { do: Do }>;

/** The runs that are under way: each takes its steps until it has to wait, and is found again by what it waits for. */
export class Runs {
  readonly #host: AutomationHost;
  readonly #traces: Traces;
  readonly #ended: (automation: number) => void;
  readonly #runs = new Map<number, Run>();
  readonly #byAutomation = new Map<number, readonly Run[]>();
  readonly #waiting = new WaitingRoom();

  /** `ended` hears of every run of an automation that has ended. */
  constructor(host: AutomationHost, traces: Traces, ended: (automation: number) => void) {
    this.#host = host;
    this.#traces = traces;
    this.#ended = ended;
  }

  get size(): number {
    return this.#runs.size;
  }

  /** Oldest first. */
  of(automation: number): readonly Run[] {
    return this.#byAutomation.get(automation) ?? [];
  }

  /** A run takes its first steps, which may be all. */
  begin({ id, record, chain }: Pick<Run, 'id' | 'record' | 'chain'>): void {
    const frames = [{ path: ['actions'], index: 0 }];
    const run: Run = { id, record, chain, frames, rounds: {}, waiting: null, commands: 0, steps: 0 };
    this.#take(run);
    this.#carryOut(run);
  }

  end(run: Run, result: RunResult): void {
    const { id, record } = run;
    if (!this.#runs.delete(id)) return;
    this.#rest(run);
    const left = this.of(record.id).filter((each) => each !== run);
    if (left.length > 0) this.#byAutomation.set(record.id, left);
    else this.#byAutomation.delete(record.id);
    const trace = this.#traces.run(id);
    if (trace !== undefined) {
      trace.result = result;
      trace.ended = this.#host.now();
    }
    this.#host.journal({ automation: record.id, run: id, event: 'ended', result });
    this.#ended(record.id);
  }

  /** Whether a run waits for something of which this property is a part. */
  awaits({ cid, property }: DataEntry): boolean {
    return this.#waiting.isAwaited(cid, property);
  }

  entry({ cid, property }: DataEntry): void {
    for (const id of this.#waiting.at(cid, property)) {
      // One that was woken before may have ended this one, or it waits for something else by now: then it looks once too often.
      const run = this.#runs.get(id);
      if (run?.waiting?.for === 'condition' && this.#holds([run.waiting.condition])) this.#proceed(run, 'held');
    }
  }

  sceneEnded(sceneRun: number): void {
    for (const id of this.#waiting.atScene(sceneRun)) {
      const run = this.#runs.get(id);
      if (run?.waiting?.for === 'scene' && run.waiting.sceneRun === sceneRun) this.#proceed(run, 'ran');
    }
  }

  /** The alarm of a run rang. */
  due(id: number): void {
    const run = this.#runs.get(id);
    const waiting = run?.waiting;
    if (run === undefined || waiting === undefined || waiting === null || waiting.for === 'scene') return;
    if (waiting.for === 'time') {
      this.#proceed(run, 'waited');
    } else if (this.#holds([waiting.condition])) {
      this.#proceed(run, 'held');
    } else if (this.#host.now() < waiting.until) {
      waiting.alarm = this.#lookAgain(run, waiting.condition, waiting.until);
    } else if (waiting.otherwise === 'stop') {
      this.#traces.cameOf(run.id, 'gave up');
      this.end(run, 'stopped');
    } else {
      this.#proceed(run, 'gave up');
    }
  }

  state(): readonly Run[] {
    return structuredClone([...this.#runs.values()]);
  }

  resume(runs: readonly Run[]): void {
    this.#runs.clear();
    this.#byAutomation.clear();
    this.#waiting.clear();
    for (const run of structuredClone(runs)) {
      this.#take(run);
      this.#waiting.enter(run);
    }
  }

  #take(run: Run): void {
    this.#runs.set(run.id, run);
    this.#byAutomation.set(run.record.id, [...this.of(run.record.id), run]);
  }

  /** Takes steps until the run waits or ends. */
  #carryOut(run: Run): void {
    while (run.waiting === null && this.#runs.has(run.id)) {
      const frame = run.frames.at(-1);
      if (frame === undefined || run.steps >= LIMITS.automationSteps.value) {
        this.end(run, frame === undefined ? 'done' : 'limit');
        return;
      }
      run.steps += 1;
      const action = actionsAt(run.record, frame.path)[frame.index];
      if (action === undefined) run.frames.pop();
      else if (action.do === 'repeat') this.#repeat(run, action, [...frame.path, frame.index]);
      else {
        const path = [...frame.path, frame.index];
        frame.index += 1;
        this.#step(run, action, path);
      }
    }
  }

  #step(run: Run, action: Exclude<Action, { do: 'repeat' }>, path: Path): void {
    switch (action.do) {
      case 'set':
        this.#set(run, action, path);
        break;
      case 'scene': {
        this.#note(run, action, path, 'started', { scene: action.scene });
        const sceneRun = this.#host.runScene(action.scene, causeOf(run));
        if (sceneRun === null) this.#traces.cameOf(run.id, 'refused');
        else this.#wait(run, { for: 'scene', sceneRun });
        break;
      }
      case 'wait': {
        this.#note(run, action, path, 'waiting');
        const until = later(this.#host.now(), span(action.seconds));
        this.#wait(run, { for: 'time', alarm: this.#host.agenda.add(until, { run: run.id }) });
        break;
      }
      case 'waitFor':
        this.#waitFor(run, action, path);
        break;
      case 'choose':
        this.#choose(run, action, path);
    }
  }

  #set(run: Run, action: Of<'set'>, path: Path): void {
    run.commands += 1;
    if (run.commands > LIMITS.automationCommands.value) {
      this.end(run, 'limit');
      return;
    }
    const { cid, property, value } = action;
    this.#note(run, action, path, 'sent', { cid, property, value });
    const outcome = this.#host.command({ cid: cid as Cid, property, value, cause: causeOf(run) });
    if (outcome !== 'accepted') this.#traces.cameOf(run.id, `refused: ${outcome}`);
  }

  #waitFor(run: Run, action: Of<'waitFor'>, path: Path): void {
    const { condition, limit, otherwise = 'go on' } = action;
    const holds = this.#holds([condition], `${pathText(path)}.condition`, run);
    this.#note(run, action, path, holds ? 'held' : 'waiting');
    if (holds) return;
    const until = later(this.#host.now(), span(limit));
    const alarm = this.#lookAgain(run, condition, until);
    this.#wait(run, { for: 'condition', condition, until, alarm, otherwise });
  }

  #choose(run: Run, action: Of<'choose'>, path: Path): void {
    const chosen = action.options.findIndex((option, index) =>
      this.#holds(option.conditions, `${pathText(path)}.options[${index}].conditions`, run),
    );
    this.#note(run, action, path, chosen >= 0 ? `option ${chosen + 1}` : 'otherwise');
    if (chosen >= 0) run.frames.push({ path: [...path, 'options', chosen, 'actions'], index: 0 });
    else if (action.otherwise !== undefined) run.frames.push({ path: [...path, 'otherwise'], index: 0 });
  }

  /** Begins the next round, or goes on after the last one. */
  #repeat(run: Run, action: Of<'repeat'>, path: Path): void {
    const key = pathText(path);
    const round = (run.rounds[key] ?? 0) + 1;
    const most = Math.min(action.times ?? LIMITS.automationRounds.value, LIMITS.automationRounds.value);
    if (round <= most && (action.while === undefined || this.#holds([action.while], `${key}.while`, run))) {
      run.rounds[key] = round;
      this.#note(run, action, path, `round ${round}`);
      run.frames.push({ path: [...path, 'actions'], index: 0 });
      return;
    }
    delete run.rounds[key];
    const frame = run.frames.at(-1);
    if (frame !== undefined) frame.index += 1;
  }

  #wait(run: Run, waiting: NonNullable<Run['waiting']>): void {
    run.waiting = waiting;
    this.#waiting.enter(run);
  }

  /** Goes on after a wait. */
  #proceed(run: Run, outcome: string): void {
    this.#traces.cameOf(run.id, outcome);
    this.#rest(run);
    this.#carryOut(run);
  }

  #rest(run: Run): void {
    const { waiting } = run;
    this.#waiting.leave(run);
    run.waiting = null;
    if (waiting !== null && waiting.for !== 'scene') this.#host.agenda.cancel(waiting.alarm);
  }

  #lookAgain(run: Run, condition: Condition, until: Instant): number {
    return this.#host.agenda.add(nextLook(condition, this.#host.now(), until), { run: run.id });
  }

  #holds(conditions: readonly Condition[], at = '', run?: Run): boolean {
    const trace = run === undefined ? undefined : this.#traces.run(run.id);
    return allHold(conditions, present(this.#host), at, (result) => {
      if (trace !== undefined) this.#traces.note(trace, 'conditions', result);
    });
  }

  #note(run: Run, action: Action, path: Path, outcome: string, more?: Concerned): void {
    this.#traces.acted(run.id, { at: pathText(path), time: this.#host.now(), do: action.do, outcome, ...more });
  }
}

type Concerned = Pick<ActionResult, 'cid' | 'property' | 'value' | 'scene'>;
const causeOf = ({ id, record }: Run) => ({ by: 'automation', automation: record.id, run: id }) as const;
