import type { Instant, Store } from '../twin/index.ts';
import type { Core } from './assemble-life.ts';
import type { Certificate } from './certificate.ts';
import type { Journal, JournalNews } from './journal/journal.ts';
import type { JournalLimits } from './journal/journal-limits.ts';
import type { Checkpoint, Identity } from './kept-house.ts';
import type { Scenario } from './scenario/scenario.ts';

/** How a house is kept from one run of the program to the next, or not at all. */
export interface Keeping {
  /** Where it is kept, in words for people. */
  readonly where: string;
  readonly certificate: Certificate;
  /** For whatever has to survive; `null` if nothing does. */
  readonly store: Store | null;
  /** The house that an earlier run left; `undefined` if this is the first. */
  readonly found: FoundHouse | undefined;
  /** The journal of a house, with what it holds already. Journals of other epochs are forgotten. */
  journal(epoch: number, news: JournalNews): Journal;
  /** The lines of a found house's journal after the checkpoint. */
  linesAfter(journal: Journal, sequence: number): AsyncIterable<string>;
  /** Keeps as much of a journal from now on. */
  limitJournal(journal: Journal, limits: JournalLimits): void;
  /** Makes ready for a house that is to begin; nothing has changed until it does. */
  prepare(identity: Identity, scenario: Scenario): Promise<void>;
  /** Keeps a description with which the house of `core` is to go on; answers its number. */
  describe(core: Core, scenario: Scenario): Promise<number>;
  /** The description of that number, if it is still kept. */
  described(epoch: number, description: number): Scenario | undefined;
  /** Takes the house down as it is at this instant; a start from here has nothing to replay. */
  checkpoint(core: Core, journal: Journal): Promise<void>;
  /** Notes down where time stands. */
  note(epoch: number, now: Instant): void;
  close(): Promise<void>;
}

export interface FoundHouse {
  readonly identity: Identity;
  readonly scenario: Scenario;
  readonly checkpoint: Checkpoint | undefined;
  /** Where time stood at the least. */
  readonly position: Instant;
}
