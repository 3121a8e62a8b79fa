import { noDrops } from '../bus-queue.ts';
import type { Answer } from './answer.ts';
import { LIMITS } from './limits.ts';
import type { Request } from './pdu.ts';

/** A request to a unit, and who waits for its answer. */
export interface Question {
  readonly unit: number;
  readonly request: Request;
  /** Goes before those that are not. */
  readonly urgent?: true;
  /** A newer question with the same key takes the place of one that still waits. */
  readonly key?: string;
  /** Not sent a second time. */
  readonly once?: true;
  /** Called exactly once, from within `ask` only if it cannot even wait; never once it was withdrawn. */
  done(answer: Answer): void;
}

/** The questions that wait for their turn on a line. */
export class Questions {
  readonly dropped = noDrops();
  readonly #urgent: Question[] = [];
  readonly #others: Question[] = [];

  add(question: Question): void {
    const queue = question.urgent ? this.#urgent : this.#others;
    const older = question.key === undefined ? -1 : queue.findIndex(({ key }) => key === question.key);
    if (older >= 0) {
      const [replaced] = queue.splice(older, 1, question);
      this.dropped.replaced += 1;
      replaced?.done({ ok: false, why: 'replaced' });
    } else if (queue.length >= LIMITS.questionsWaiting.value) {
      this.dropped.full += 1;
      question.done({ ok: false, why: 'busy' });
    } else {
      queue.push(question);
    }
  }

  next(): Question | undefined {
    return this.#urgent.shift() ?? this.#others.shift();
  }

  /** Whether a newer question waits that takes the place of this one. */
  replaces({ key }: Question): boolean {
    return key !== undefined && this.#urgent.some((other) => other.key === key);
  }

  /** Takes back a question that waits; answers whether it did. */
  withdraw(question: Question): boolean {
    return [this.#urgent, this.#others].some((queue) => {
      const at = queue.indexOf(question);
      if (at >= 0) queue.splice(at, 1);
      // What is only read is planned anew.
      if (at >= 0 && queue === this.#urgent) this.dropped.changed += 1;
      return at >= 0;
    });
  }

  get waiting(): number {
    return this.#urgent.length + this.#others.length;
  }

  /** All of them, which do not wait any more: the line was lost. */
  clear(): readonly Question[] {
    this.dropped.link += this.waiting;
    return [...this.#urgent.splice(0), ...this.#others.splice(0)];
  }
}
