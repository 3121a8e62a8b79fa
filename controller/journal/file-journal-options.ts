import type { Clock } from '../../twin/index.ts';
import type { JournalNews } from './journal.ts';

/** Where a journal is kept, and how much of it. */
export interface FileJournalOptions {
  readonly folder: string;
  /** Which journal of the folder: raised by every reset. */
  readonly epoch: number;
  /** Real time: it groups the syncs of the disk. */
  readonly clock: Clock;
  readonly news: JournalNews;
  readonly limits?: Partial<typeof LIMITS>;
  /** The line of the last checkpoint: it and what comes after it is never given up. Left out: nothing is needed. */
  readonly checkpoint?: number;
}

export const LIMITS = {
  /** Bytes of lines that may wait for the end of the present turn. */
  waiting: 65_536,
  /** Bytes of a part before it is closed and gzip'ed. */
  part: 8_388_608,
  /** Bytes of the whole journal, decades of a family home; beyond it the oldest parts go. */
  journal: 4_294_967_296,
  /** Milliseconds that lines are kept, by the time of the house; parts whose lines are all older go. */
  age: Number.POSITIVE_INFINITY,
};
