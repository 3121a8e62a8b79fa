import { AsyncSubject, type Observable } from 'rxjs';
import { Agenda, type AgendaState } from '../agenda.ts';
import { type Clock, type Instant, later, milliseconds, RANK } from '../clock/clock.ts';
import type { Cause } from '../data-entry.ts';
import { LIMITS } from '../limits.ts';
import type { SceneRecord, SceneStep } from './house.ts';

/** How a scene ended. */
export interface SceneResult {
  /** Steps that could not be carried out, by index; empty when all were. */
  readonly failed: readonly number[];
  /** Too many scenes were running: not a single step was carried out. */
  readonly refused: boolean;
  /** Somebody stopped it before its last step. */
  readonly stopped: boolean;
}

/** A scene that has begun; `run` is `null` if it was refused. */
export interface StartedScene {
  readonly run: number | null;
  /** Emits once, when the scene has ended, also to who subscribes later. */
  readonly result: Observable<SceneResult>;
}

/** The latest run of a scene that has ended. */
export interface EndedScene {
  readonly scene: number;
  readonly run: number;
  readonly at: Instant;
  /** Steps that could not be carried out, by index. */
  readonly failed: readonly number[];
  readonly stopped: boolean;
}

/** A scene that is running, as data. It keeps its steps: a change of the scene is for the next run. */
interface SceneRun {
  readonly id: number;
  readonly scene: number;
  readonly steps: readonly SceneStep[];
  /** Who started it, and over which call. */
  readonly cause: Cause;
  next: number;
  /** The agenda will wake it. */
  waiting: boolean;
  readonly failed: number[];
  /** Steps that no backend has answered yet, by index. */
  unanswered: number[];
}

/** A step of a run that waits for the answer to its command. */
export interface StepOfRun {
  readonly run: number;
  /** Index. */
  readonly step: number;
}

export interface SceneRunsState {
  readonly nextRun: number;
  readonly runs: readonly SceneRun[];
  readonly last: readonly EndedScene[];
  readonly agenda: AgendaState<number>;
}

export interface SceneRunsOptions {
  readonly clock: Clock;
  /** Answers whether the command was accepted; if so, `answered` is to be told once, of `at`, whether the device took it. */
  command(step: SetStep, cause: Cause, at: StepOfRun): boolean;
  began(scene: number, cause: Cause): void;
  ended(run: EndedScene, cause: Cause): void;
}

type SetStep = Exclude<SceneStep, { wait: number }>;

/** The scenes that are running: step by step, on the clock, several at once. */
export class SceneRuns {
  readonly #options: SceneRunsOptions;
  readonly #agenda: Agenda<number>;
  readonly #runs = new Map<number, SceneRun>();
  /** Who waits for the end. A restart ends their calls, not the scene. */
  readonly #callers = new Map<number, AsyncSubject<SceneResult>>();
  /** How each scene ended the last time. */
  readonly #last = new Map<number, EndedScene>();
  #nextRun = 1;

  constructor(options: SceneRunsOptions) {
    this.#options = options;
    this.#agenda = new Agenda(options.clock, RANK.building, (run) => this.#wake(run));
  }

  /** Begins at once; emits once, when the last step has been carried out, also to who subscribes later. */
  run(scene: SceneRecord, cause: Cause): StartedScene {
    const result = new AsyncSubject<SceneResult>();
    if (this.full) {
      result.next({ failed: scene.steps.map((_, index) => index), refused: true, stopped: false });
      result.complete();
      return { run: null, result: result.asObservable() };
    }
    this.#options.began(scene.id, cause);
    const id = this.#nextRun++;
    const progress = { next: 0, waiting: false, failed: [], unanswered: [] };
    const run: SceneRun = { id, scene: scene.id, steps: scene.steps, cause, ...progress };
    this.#runs.set(id, run);
    this.#callers.set(id, result);
    this.#goOn(run);
    return { run: id, result: result.asObservable() };
  }

  /** Whether as many scenes run as may; one more is refused. */
  get full(): boolean {
    return this.#runs.size >= LIMITS.sceneRuns.value;
  }

  /** Whether a scene is running. */
  runs(scene: number): boolean {
    return [...this.#runs.values()].some((run) => run.scene === scene);
  }

  /** Ends the runs of a scene where they are; answers how many there were. */
  stop(scene: number): number {
    const runs = [...this.#runs.values()].filter((run) => run.scene === scene);
    for (const run of runs) this.#end(run, true);
    return runs.length;
  }

  /** How a scene ended the last time; `undefined` if it never has. */
  last(scene: number): EndedScene | undefined {
    return this.#last.get(scene);
  }

  /** A scene was removed: its runs end. */
  forget(scene: number): void {
    this.stop(scene);
    this.#last.delete(scene);
  }

  /** The command of a step was answered; what nobody waits for is left. */
  answered({ run: id, step }: StepOfRun, taken: boolean): void {
    const run = this.#runs.get(id);
    const at = run?.unanswered.indexOf(step) ?? -1;
    if (run === undefined || at < 0) return;
    run.unanswered.splice(at, 1);
    if (!taken) run.failed.push(step);
    this.#endIfDone(run);
  }

  /** No step is carried out any more; `state()` still tells what was running. */
  close(): void {
    this.#agenda.close();
    this.#dismiss();
  }

  state(): SceneRunsState {
    return structuredClone({
      nextRun: this.#nextRun,
      runs: [...this.#runs.values()],
      last: [...this.#last.values()],
      agenda: this.#agenda.state(),
    });
  }

  /** Scenes that ran until now are forgotten; those of `from` go on. What is not `awaited` is waited for no longer. */
  resume(from: SceneRunsState, now: Instant, awaited: readonly StepOfRun[] = []): void {
    this.#dismiss();
    this.#runs.clear();
    const state = structuredClone(from);
    this.#nextRun = state.nextRun;
    this.#agenda.resume(state.agenda);
    this.#last.clear();
    for (const ended of state.last) this.#last.set(ended.scene, ended);
    for (const run of state.runs) {
      run.unanswered = awaited.filter((each) => each.run === run.id).map(({ step }) => step);
      this.#runs.set(run.id, run);
      if (!run.waiting && run.unanswered.length === 0) this.#sleep(run, now);
    }
  }

  /** Who waits for the end of a scene of `before` waits for it here, as far as it goes on here. */
  inherit(before: SceneRuns): void {
    for (const [run, caller] of before.#callers) {
      if (!this.#runs.has(run)) continue;
      before.#callers.delete(run);
      this.#callers.set(run, caller);
    }
  }

  #dismiss(): void {
    for (const result of this.#callers.values()) result.complete();
    this.#callers.clear();
  }

  #wake(id: number): void {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    run.waiting = false;
    this.#goOn(run);
  }

  #sleep(run: SceneRun, until: Instant): void {
    run.waiting = true;
    this.#agenda.add(until, run.id);
  }

  /** Carries out steps until one waits, or none is left. */
  #goOn(run: SceneRun): void {
    for (let step = run.steps[run.next]; step !== undefined; step = run.steps[run.next]) {
      const index = run.next;
      run.next += 1;
      if (!('wait' in step)) this.#carryOut(run, step, index);
      else if (!Number.isFinite(step.wait)) run.failed.push(index);
      else if (step.wait > 0) {
        const wait = milliseconds(Math.round(step.wait * 1_000));
        this.#sleep(run, later(this.#options.clock.now(), wait));
        return;
      }
    }
    this.#endIfDone(run);
  }

  #carryOut(run: SceneRun, step: SetStep, index: number): void {
    const at = { run: run.id, step: index };
    run.unanswered.push(index);
    if (!this.#options.command(step, causeWithin(run), at)) this.answered(at, false);
  }

  #endIfDone(run: SceneRun): void {
    if (run.waiting || run.next < run.steps.length || run.unanswered.length > 0) return;
    this.#end(run, false);
  }

  #end(run: SceneRun, stopped: boolean): void {
    if (!this.#runs.delete(run.id)) return;
    const failed = run.failed.sort((one, other) => one - other);
    const ended = { scene: run.scene, run: run.id, at: this.#options.clock.now(), failed, stopped };
    this.#last.set(run.scene, ended);
    this.#options.ended(ended, run.cause);
    const caller = this.#callers.get(run.id);
    this.#callers.delete(run.id);
    caller?.next({ failed, refused: false, stopped });
    caller?.complete();
  }
}

/** Why a step's command is sent: the scene, and who or what ran it. */
function causeWithin({ scene, cause }: SceneRun): Cause {
  if (cause.by === 'automation') return { ...cause, by: 'scene', scene, user: null };
  return { by: 'scene', scene, user: cause.by === 'user' ? cause.user : null };
}
