import type { Connections } from './connections.ts';
import type { Letter } from './letter.ts';
import type { Outcome, Sending } from './send.ts';

export interface ReceiverOptions {
  readonly connections: Connections;
  send(letter: Letter, connections: Connections): Sending;
  /** So many letters wait no longer. */
  left(count: number): void;
  done(letter: Letter, outcome: Outcome): void;
  /** Nothing waits and nothing is under way: the receiver is not needed any more. */
  idle(): void;
}

/**
 * Whoever listens at one scheme, host and port. What is posted is sent one after the other. The connection stays open as long as
 * something waits and is closed then: a receiver that closes connections it has not heard of for a while never does so just when
 * something is sent that is not sent twice.
 */
export class Receiver {
  /** It was waited for in vain. */
  lags = false;
  readonly #options: ReceiverOptions;
  #letters: Letter[] = [];
  #underWay: { readonly letter: Letter; readonly sending: Sending } | undefined;

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#letters.length;
  }

  post(letter: Letter): void {
    this.#letters.push(letter);
    if (this.#underWay === undefined) this.#next();
  }

  /** Takes the oldest away. */
  drop(): Letter | undefined {
    const letter = this.#letters.shift();
    if (letter !== undefined) this.#options.left(1);
    return letter;
  }

  /** Takes away what waits for a webhook, or for all, and gives up what is under way. */
  discard(id: number | undefined): void {
    const kept = id === undefined ? [] : this.#letters.filter(({ hook }) => hook.id !== id);
    this.#options.left(this.#letters.length - kept.length);
    this.#letters = kept;
    if (this.#underWay !== undefined && (id === undefined || this.#underWay.letter.hook.id === id)) {
      this.#underWay.sending.giveUp();
    }
  }

  #next(): void {
    const letter = this.drop();
    if (letter === undefined) {
      this.#underWay = undefined;
      this.#options.connections.destroy();
      this.#options.idle();
      return;
    }
    const sending = this.#options.send(letter, this.#options.connections);
    this.#underWay = { letter, sending };
    void sending.outcome.then((outcome) => {
      this.#options.done(letter, outcome);
      this.#next();
    });
  }
}
