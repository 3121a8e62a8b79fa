import { type Observable, Subscription } from 'rxjs';
import type { WriteOutcome } from './backend.ts';
import type { StepOfRun } from './building/scene-runs.ts';
import type { Cid, Content } from './data-entry.ts';

/** A write that its backend has not answered yet, as data. */
export interface UnansweredWrite {
  /** Number of the line of its command in the journal. */
  readonly line: number;
  readonly cid: Cid;
  readonly property: string;
  readonly content: Content;
  /** The step of a scene that waits for it; `null`: none does. */
  readonly step: StepOfRun | null;
}

/** The writes that backends have not answered yet. */
export class Writes {
  readonly #unanswered = new Map<number, UnansweredWrite>();
  #waiting = new Subscription();

  /** Hears how a write ends: `ended` is called with a sentence if it was not taken. */
  add(write: UnansweredWrite, outcomes: Observable<WriteOutcome>, ended: (reason: string | null) => void): void {
    this.#unanswered.set(write.line, write);
    const end = (reason: string | null): void => {
      this.#unanswered.delete(write.line);
      ended(reason);
    };
    this.#waiting.add(
      outcomes.subscribe({
        next: (outcome) => end(outcome.ok ? null : outcome.reason),
        error: (error: unknown) => end(`it broke off: ${String(error)}`),
      }),
    );
  }

  state(): readonly UnansweredWrite[] {
    return structuredClone([...this.#unanswered.values()]);
  }

  /** Nothing is heard of any of them any more. */
  forget(): void {
    this.#waiting.unsubscribe();
    this.#waiting = new Subscription();
    this.#unanswered.clear();
  }
}
