import type { JournalSink } from '../../twin/index.ts';
import type { JournalCounts } from './journal-counts.ts';

/** The journal as the controller keeps it. */
export interface Journal extends JournalSink {
  readonly counts: JournalCounts;
  /** Every line so far, from the first, as NDJSON in pieces of any size. */
  read(): AsyncIterable<Buffer>;
  /** Pieces of whole lines, those with the newest lines first; within a piece the order is as ever. */
  readNewest(): AsyncIterable<Buffer>;
  /** Makes what was appended survive the end of the process; throws a `StoreFault` if it cannot. */
  commit(): void;
  /** Resolves when what was appended would survive the loss of power; rejects with a `StoreFault` if it would not. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What the journal tells its owner. */
export interface JournalNews {
  /** The oldest lines were given up because the journal reached a limit; `from` is the first that is left. */
  forgotten(from: number, limit: 'size' | 'age'): void;
  /** Lines cannot be written any longer; they are kept in memory until they can. */
  stuck(why: string): void;
  /** All that was kept is written. */
  unstuck(): void;
}

/** The number at the head of a line; `NaN` for what is not a line. */
export const sequenceOf = (line: string): number =>
  line.startsWith(HEAD) ? Number.parseInt(line.slice(HEAD.length, HEAD.length + 16), 10) : Number.NaN;

/** When a line was written, in milliseconds since 1970; `NaN` for what is not a line. */
export const timeOf = (line: string): number => Date.parse(/^\{"seq":\d+,"at":"([^"]+)"/.exec(line)?.[1] ?? '');

const HEAD = '{"seq":';
