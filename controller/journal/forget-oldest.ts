import type { LIMITS } from './file-journal-options.ts';
import type { JournalNews } from './journal.ts';
import type { JournalCounts } from './journal-counts.ts';
import type { JournalFolder, Part } from './journal-folder.ts';

export interface ForgetOptions {
  readonly folder: JournalFolder;
  readonly limits: Pick<typeof LIMITS, 'journal' | 'age'>;
  /** The first line that a start still needs. */
  readonly needed: number;
  /** The time of the newest line, in milliseconds since 1970; `NaN`: not known, and nothing is too old. */
  readonly now: number;
  readonly news: Pick<JournalNews, 'forgotten'>;
  readonly counts: JournalCounts;
}

/** Removes the oldest parts, file by file, until the journal is within its limits or a start needs what comes next. */
export const forgetOldest = (parts: Part[], { folder, limits, needed, now, news, counts }: ForgetOptions): void => {
  let bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  let limit: 'size' | 'age' | undefined;
  for (;;) {
    const [oldest, next] = parts;
    if (oldest === undefined || next === undefined || next.first > needed) break;
    const isTooLarge = bytes > limits.journal;
    // All lines of a part are older than the first of the next.
    if (!isTooLarge && !(now - folder.beganAt(next) > limits.age)) break;
    try {
      folder.remove(oldest);
    } catch {
      // A folder in which nothing can be removed cannot be written either, which is told; this is tried again.
      break;
    }
    parts.shift();
    bytes -= oldest.bytes;
    limit = isTooLarge ? 'size' : 'age';
    counts.forgotten += 1;
  }
  counts.bytes = bytes;
  if (limit !== undefined) news.forgotten(parts[0]?.first ?? 0, limit);
};
