import type { Simulator } from '../hardware/simulator/index.ts';
import {
  applyInput,
  type Input,
  type Instant,
  inputOf,
  type JournalLine,
  type JournalSink,
  type Twin,
  type VirtualClock,
} from '../twin/index.ts';
import { Refusal } from './refusal.ts';

/** A house that stands at a checkpoint, or at its beginning. */
export interface Recovering {
  readonly clock: VirtualClock;
  readonly twin: Twin;
  readonly simulator: Simulator;
}

/**
 * The journal of a house that is being recovered: the inputs in it are let happen again, and everything else in it has to follow
 * from them, byte for byte. What has not been written down before goes to the journal itself.
 */
export class Recovery implements JournalSink {
  readonly #journal: JournalSink;
  /** Lines that have happened again and are still to be compared. */
  readonly #again: string[] = [];
  #over = false;

  constructor(journal: JournalSink) {
    this.#journal = journal;
  }

  append(line: string): void {
    if (this.#over) this.#journal.append(line);
    else this.#again.push(line);
  }

  /** Replays the lines after the checkpoint, the oldest first. Throws a `Refusal` if they do not follow from it. */
  async replay(house: Recovering, lines: AsyncIterable<string>): Promise<void> {
    for await (const text of lines) {
      if (this.#again.length === 0) letHappen(house, text, () => this.#again.length > 0);
      if (this.#again.shift() !== text) throw diverged(text);
    }
    this.#over = true;
    for (const line of this.#again.splice(0)) this.#journal.append(line);
  }
}

const letHappen = (house: Recovering, text: string, hasHappened: () => boolean): void => {
  const line = JSON.parse(text) as JournalLine;
  house.clock.advanceTo(Date.parse(line.at) as Instant);
  if (hasHappened()) return;
  const input = inputOf(line);
  if (input !== null) put(house, input);
};

const put = ({ twin, simulator }: Recovering, input: Input): void => {
  applyInput(twin, input, (press) => simulator.press(press));
};

const diverged = (text: string): Refusal =>
  new Refusal(
    `the journal does not follow from the last checkpoint (${text.slice(0, 120)} …): start it once with the version of Twinhaus that wrote it, or name another folder`,
  );
