import type { Tape } from '../clients/tape.ts';
import { Missing } from '../trials/paths.ts';

/** What is on its way when somebody interrupts may still make something that has to be removed: it gets this long. */
const LAST_WORDS_MS = 3_000;

/** A tape that takes nothing more once `signal` is raised, until it is released to clean up. */
export class HaltingTape implements Tape {
  readonly #tape: Tape;
  readonly #signal: AbortSignal;
  #released = false;
  #halted = false;

  constructor(tape: Tape, signal: AbortSignal) {
    this.#tape = tape;
    this.#signal = signal;
  }

  get replays() {
    return this.#tape.replays;
  }

  get exchanges() {
    return this.#tape.exchanges;
  }

  /** Nothing more is taken until it is released. */
  halt(): void {
    this.#halted = true;
  }

  /** From now on everything is taken again. */
  release(): void {
    this.#released = true;
  }

  async take<T>(path: string, sent: unknown, perform: () => Promise<T>, repeat?: string): Promise<T> {
    const taken = () => this.#tape.take(path, sent, perform, repeat);
    if (this.#released) return taken();
    if (this.#signal.aborted || this.#halted) throw new Missing('interrupted');
    let halt: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    const halted = new Promise<never>((_, reject) => {
      halt = () => {
        timer = setTimeout(() => reject(new Missing('interrupted')), LAST_WORDS_MS);
      };
      this.#signal.addEventListener('abort', halt, { once: true });
    });
    try {
      return await Promise.race([taken(), halted]);
    } finally {
      clearTimeout(timer);
      if (halt !== undefined) this.#signal.removeEventListener('abort', halt);
    }
  }
}
