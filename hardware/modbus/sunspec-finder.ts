import { type Alarm, type Clock, type Duration, later, seconds } from '../../twin/index.ts';
import type { Point } from '../point.ts';
import type { Answer } from './answer.ts';
import { LIMITS } from './limits.ts';
import type { Question } from './questions.ts';
import type { Spec } from './spec.ts';
import { type FoundModel, sunspecSpec, walkModels } from './sunspec.ts';

export interface SunspecFinderOptions {
  readonly clock: Clock;
  ask(question: Question): void;
  answered(unit: number, answer: Answer): void;
  /** Where a point turned out to be. */
  found(point: Point, spec: Spec): void;
  say(line: string): void;
}

/** A point of a SunSpec model, on a device of which nobody knows yet where it has it. */
export interface SoughtPoint {
  readonly point: Point;
  readonly sunspec: string;
  readonly unit: number;
  readonly poll: Duration;
}

/** Finds out where SunSpec devices have their points: once for each device, and again later where it did not answer. */
export class SunspecFinder {
  readonly #options: SunspecFinderOptions;
  #wanted = new Map<number, SoughtPoint[]>();
  readonly #walking = new Set<number>();
  readonly #again: Alarm;
  readonly #said = new Set<string>();
  #isRunning = false;

  constructor(options: SunspecFinderOptions) {
    this.#options = options;
    this.#again = options.clock.alarm(() => this.start());
  }

  /** From now on it looks for these points, and for no others. */
  seek(points: readonly SoughtPoint[]): void {
    this.#wanted = new Map();
    for (const point of points) this.#wanted.set(point.unit, [...(this.#wanted.get(point.unit) ?? []), point]);
    if (this.#isRunning) this.start();
  }

  /** Looks at every device that was not found yet. */
  start(): void {
    this.#isRunning = true;
    for (const unit of [...this.#wanted.keys()]) if (!this.#walking.has(unit)) this.#walk(unit);
  }

  stop(): void {
    this.#isRunning = false;
    this.#again.clear();
  }

  #walk(unit: number): void {
    const { ask, answered, clock } = this.#options;
    this.#walking.add(unit);
    walkModels({
      unit,
      ask,
      answered,
      done: (found) => {
        this.#walking.delete(unit);
        if (typeof found !== 'string') return this.#place(unit, found);
        this.#say(`unit ${unit} is no SunSpec device: ${found}`);
        if (this.#isRunning) this.#again.set(later(clock.now(), seconds(LIMITS.sunspecSeconds.value)));
      },
    });
  }

  #place(unit: number, models: readonly FoundModel[]): void {
    const wanted = this.#wanted.get(unit) ?? [];
    this.#wanted.delete(unit);
    for (const { point, sunspec, poll } of wanted) {
      const spec = sunspecSpec(sunspec, models, { unit, poll });
      if (spec !== null) this.#options.found(point, spec);
      else
        this.#say(
          `${point.cid} ${point.property}: unit ${unit} has SunSpec models ${listed(models)}, none with ${sunspec}`,
        );
    }
  }

  #say(line: string): void {
    if (this.#said.has(line)) return;
    this.#said.add(line);
    this.#options.say(line);
  }
}

const listed = (models: readonly FoundModel[]): string => models.map(({ model }) => model).join(', ') || 'of no kind';
