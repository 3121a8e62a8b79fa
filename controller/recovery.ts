import { applyInput, inputOf, type JournalLine, type JournalSink, letTimePass } from '../twin/index.ts';
import type { Core } from './assemble-life.ts';
import { Refusal } from './refusal.ts';
import { turnIn } from './turn.ts';

/** Lets a house take a turn that the journal tells of. */
export type TakeTurn = (before: Core, turn: NonNullable<ReturnType<typeof turnIn>>) => Core;

/** What came of a replay. */
export interface Recovered {
  /** The house as the journal leaves it. */
  readonly core: Core;
  /** The first line that did not follow; `undefined` if every line did. */
  readonly surprise: string | undefined;
}

/**
 * The journal of a house that is being recovered: the inputs in it are let happen again, and everything else in it has to follow
 * from them, byte for byte. What has not been written down before goes to the journal itself.
 */
export class Recovery implements JournalSink {
  readonly #journal: JournalSink;
  readonly #turn: TakeTurn | undefined;
  /** Lines that have happened again and are still to be compared. */
  readonly #again: string[] = [];
  #state: 'comparing' | 'diverged' | 'over' = 'comparing';

  /** `turn`: left out for a house that takes none. */
  constructor(journal: JournalSink, turn?: TakeTurn) {
    this.#journal = journal;
    this.#turn = turn;
  }

  append(line: string): void {
    if (this.#state === 'over') this.#journal.append(line);
    else if (this.#state === 'comparing') this.#again.push(line);
  }

  /**
   * Replays the lines after the checkpoint, the oldest first. Lines that do not follow from it: throws a `Refusal`, unless they
   * are to be `believed`; then every input in them is put in all the same.
   */
  async replay(
    house: Core,
    lines: AsyncIterable<string>,
    unexpected: 'refuse' | 'believe' = 'refuse',
  ): Promise<Recovered> {
    let core = house;
    let surprise: string | undefined;
    let last = house.twin.sequence;
    for await (const text of lines) {
      const line = JSON.parse(text) as JournalLine;
      last = line.seq;
      if (this.#state === 'diverged') {
        core = this.#believe(core, line);
        continue;
      }
      let wasPut = false;
      if (this.#again.length === 0) {
        if (turnIn(line)?.wasOff !== true) letTimePass(core.clock, line);
        wasPut = this.#again.length === 0;
        if (wasPut) core = this.#put(core, line);
      }
      if (this.#again.shift() === text) continue;
      if (unexpected === 'refuse') throw diverged(text);
      surprise = text;
      this.#state = 'diverged';
      this.#again.length = 0;
      if (!wasPut) core = this.#believe(core, line);
    }
    const isDiverged = this.#state === 'diverged';
    this.#state = 'over';
    // What happens as it is put back has not happened before.
    if (isDiverged) core.twin.resume({ ...core.twin.state(), sequence: last }, core.clock.standsAt);
    for (const line of this.#again.splice(0)) this.#journal.append(line);
    return { core, surprise };
  }

  /** What came into the house came into it, even if the house would do something else today. */
  #believe(core: Core, line: JournalLine): Core {
    if (turnIn(line)?.wasOff !== true) letTimePass(core.clock, line);
    try {
      return this.#put(core, line);
    } catch {
      // Such as a command to what is not there any more: there is nothing that it could still change.
      return core;
    }
  }

  #put(core: Core, line: JournalLine): Core {
    const { twin, simulator, buses } = core;
    const turn = turnIn(line);
    if (turn !== undefined && this.#turn !== undefined) return this.#turn(core, turn);
    if (buses.some((bus) => bus.hear(line))) return core;
    const input = inputOf(line);
    if (input !== null) applyInput(twin, input, (press) => simulator.press(press));
    return core;
  }
}

const diverged = (text: string): Refusal =>
  new Refusal(
    `the journal does not follow from the last checkpoint (${text.slice(0, 120)} …): start it once with the version of Twinhaus that wrote it, or name another folder`,
  );
