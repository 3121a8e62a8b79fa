import { AsyncSubject, type Observable } from 'rxjs';
import { Agenda, type AgendaState } from '../agenda.ts';
import { type Clock, later, RANK, seconds } from '../clock/clock.ts';
import type { Cause } from '../data-entry.ts';
import { LIMITS } from '../limits.ts';
import type { SceneRecord, SceneStep } from './house.ts';

/** How a scene ended. */
export interface SceneResult {
  /** Steps that could not be carried out, by index; empty when all were. */
  readonly failed: readonly number[];
  /** Too many scenes were running: not a single step was carried out. */
  readonly refused: boolean;
}

/** A scene that is running, as data. It keeps its steps: a change of the scene is for the next run. */
interface SceneRun {
  readonly id: number;
  readonly scene: number;
  readonly steps: readonly SceneStep[];
  readonly cause: Cause;
  next: number;
  readonly failed: number[];
}

export interface SceneRunsState {
  readonly nextRun: number;
  readonly runs: readonly SceneRun[];
  readonly agenda: AgendaState<number>;
}

export interface SceneRunsOptions {
  readonly clock: Clock;
  /** Answers whether the command was accepted. */
  command(step: Exclude<SceneStep, { wait: number }>, cause: Cause): boolean;
  began(scene: number, cause: Cause): void;
  ended(scene: number, cause: Cause, failed: readonly number[]): void;
}

/** The scenes that are running: step by step, on the clock, several at once. */
export class SceneRuns {
  readonly #options: SceneRunsOptions;
  readonly #agenda: Agenda<number>;
  readonly #runs = new Map<number, SceneRun>();
  /** Who waits for the end. A restart ends their calls, not the scene. */
  readonly #waiting = new Map<number, AsyncSubject<SceneResult>>();
  #nextRun = 1;

  constructor(options: SceneRunsOptions) {
    this.#options = options;
    this.#agenda = new Agenda(options.clock, RANK.building, (run) => this.#goOn(run));
  }

  /** Begins at once; emits once, when the last step has been carried out, also to who subscribes later. */
  run(scene: SceneRecord, cause: Cause): Observable<SceneResult> {
    const result = new AsyncSubject<SceneResult>();
    if (this.#runs.size >= LIMITS.sceneRuns.value) {
      result.next({ failed: scene.steps.map((_, index) => index), refused: true });
      result.complete();
      return result;
    }
    const run: SceneRun = { id: this.#nextRun++, scene: scene.id, steps: scene.steps, cause, next: 0, failed: [] };
    this.#runs.set(run.id, run);
    this.#waiting.set(run.id, result);
    this.#options.began(scene.id, cause);
    this.#goOn(run.id);
    return result;
  }

  close(): void {
    this.#agenda.clear();
    for (const result of this.#waiting.values()) result.complete();
    this.#waiting.clear();
  }

  state(): SceneRunsState {
    return structuredClone({ nextRun: this.#nextRun, runs: [...this.#runs.values()], agenda: this.#agenda.state() });
  }

  resume(from: SceneRunsState): void {
    const state = structuredClone(from);
    this.#nextRun = state.nextRun;
    this.#runs.clear();
    for (const run of state.runs) this.#runs.set(run.id, run);
    this.#agenda.resume(state.agenda);
  }

  /** Carries out steps until one waits, or none is left. */
  #goOn(id: number): void {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    for (let step = run.steps[run.next]; step !== undefined; step = run.steps[run.next]) {
      const index = run.next;
      run.next += 1;
      if ('wait' in step) {
        this.#agenda.add(later(this.#options.clock.now(), seconds(step.wait)), id);
        return;
      }
      if (!this.#options.command(step, run.cause)) run.failed.push(index);
    }
    this.#runs.delete(id);
    this.#options.ended(run.scene, run.cause, run.failed);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.next({ failed: run.failed, refused: false });
    waiting?.complete();
  }
}
