import type { ResumedBackend } from '../hardware/replay/resumed-backend.ts';
import type { Simulator } from '../hardware/simulator/index.ts';
import {
  applyInput,
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
  readonly buses: readonly ResumedBackend[];
}

/**
 * The journal of a house that is being recovered: the inputs in it are let happen again, and everything else in it has to follow
 * from them, byte for byte. What has not been written down before goes to the journal itself.
 */
export class Recovery implements JournalSink {
  readonly #journal: JournalSink;
  /** Lines that have happened again and are still to be compared. */
  readonly #again: string[] = [];
  #state: 'comparing' | 'diverged' | 'over' = 'comparing';

  constructor(journal: JournalSink) {
    this.#journal = journal;
  }

  append(line: string): void {
    if (this.#state === 'over') this.#journal.append(line);
    else if (this.#state === 'comparing') this.#again.push(line);
  }

  /**
   * Replays the lines after the checkpoint, the oldest first. Lines that do not follow from it: throws a `Refusal`, unless they
   * are to be `believed`; then every input in them is put in all the same, and the answer is the first that did not follow.
   */
  async replay(
    house: Recovering,
    lines: AsyncIterable<string>,
    unexpected: 'refuse' | 'believe' = 'refuse',
  ): Promise<string | undefined> {
    let surprise: string | undefined;
    let last = house.twin.sequence;
    for await (const text of lines) {
      last = (JSON.parse(text) as JournalLine).seq;
      if (this.#state === 'diverged') {
        believe(house, text);
        continue;
      }
      const wasPut = this.#again.length === 0 && letHappen(house, text, () => this.#again.length > 0);
      if (this.#again.shift() === text) continue;
      if (unexpected === 'refuse') throw diverged(text);
      surprise = text;
      this.#state = 'diverged';
      this.#again.length = 0;
      if (!wasPut) believe(house, text);
    }
    if (this.#state === 'diverged') house.twin.resume({ ...house.twin.state(), sequence: last }, house.clock.standsAt);
    this.#state = 'over';
    for (const line of this.#again.splice(0)) this.#journal.append(line);
    return surprise;
  }
}

/** Lets time pass until a line; puts in what it tells of, unless something happened on the way. Answers whether it was put in. */
const letHappen = (house: Recovering, text: string, hasHappened: () => boolean): boolean => {
  const line = JSON.parse(text) as JournalLine;
  house.clock.advanceTo(Date.parse(line.at) as Instant);
  if (hasHappened()) return false;
  put(house, line);
  return true;
};

/** What came into the house came into it, even if the house would do something else today. */
const believe = (house: Recovering, text: string): void => {
  const line = JSON.parse(text) as JournalLine;
  house.clock.advanceTo(Date.parse(line.at) as Instant);
  try {
    put(house, line);
  } catch {
    // Such as a command to what is not there any more: there is nothing that it could still change.
  }
};

const put = ({ twin, simulator, buses }: Recovering, line: JournalLine): void => {
  if (buses.some((bus) => bus.hear(line))) return;
  const input = inputOf(line);
  if (input !== null) applyInput(twin, input, (press) => simulator.press(press));
};

const diverged = (text: string): Refusal =>
  new Refusal(
    `the journal does not follow from the last checkpoint (${text.slice(0, 120)} …): start it once with the version of Twinhaus that wrote it, or name another folder`,
  );
