import type { Cause, Content, Instant, Value } from '../twin/index.ts';

/** Which values are asked for. */
export interface HistoryQuestion {
  readonly cid: string;
  readonly property: string;
  /** Not older than this; `null` for as far back as there is something. */
  readonly since: Instant | null;
  readonly limit: number;
}

/** A value that a property had. */
export interface PastEntry {
  readonly value: Value;
  readonly content: Content;
  /** ISO 8601. */
  readonly lastUpdate: string;
  readonly cause: Cause;
}

/** What is remembered of values that have been replaced. */
export interface History {
  /** The newest first. Rejects with `CallFault` 116 while too many are asking. */
  entries(question: HistoryQuestion): Promise<readonly PastEntry[]>;
}

/** Of a controller that keeps no journal. */
export const NO_HISTORY: History = { entries: async () => [] };
