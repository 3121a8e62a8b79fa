import { CallFault } from '../../api/errors.ts';
import type { History, HistoryQuestion, PastEntry } from '../../api/history.ts';
import { LIMITS } from '../../api/limits.ts';
import type { QueueDrops } from '../../api/queue-drops.ts';
import { type JournalLine, type SystemClock, toIso } from '../../twin/index.ts';
import type { Journal } from './journal.ts';

/**
 * What the journal remembers of a property: found by looking through its newest lines, so that nothing has to be kept for
 * each property. One question is looked into at a time, in slices that let everything else happen.
 */
export class JournalHistory implements History {
  readonly #journal: Pick<Journal, 'readNewest'>;
  readonly #clock: Pick<SystemClock, 'breathe'>;
  readonly #most: number;
  readonly #drops: QueueDrops | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `most`: bytes of lines that one question may look at. */
  constructor(
    journal: Pick<Journal, 'readNewest'>,
    clock: Pick<SystemClock, 'breathe'>,
    { most = LIMITS.historyBytes.value, drops }: { readonly most?: number; readonly drops?: QueueDrops } = {},
  ) {
    this.#drops = drops;
    this.#journal = journal;
    this.#clock = clock;
    this.#most = most;
  }

  async entries(question: HistoryQuestion): Promise<readonly PastEntry[]> {
    if (this.#waiting >= LIMITS.historiesWaiting.value) {
      if (this.#drops !== undefined) this.#drops.histories += 1;
      throw new CallFault(116);
    }
    this.#waiting += 1;
    const found = this.#last.then(() => this.#look(question));
    this.#last = found.catch(() => undefined);
    try {
      return await found;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #look({ cid, property, since, limit }: HistoryQuestion): Promise<readonly PastEntry[]> {
    const sought = Buffer.from(`"kind":"entry","cid":${JSON.stringify(cid)},"property":${JSON.stringify(property)},`);
    const from = since === null ? '' : toIso(since);
    const found: PastEntry[] = [];
    let bytes = 0;
    for await (const piece of this.#journal.readNewest()) {
      for (const entry of entriesIn(piece, sought).reverse()) {
        if (entry.lastUpdate < from) return found;
        found.push(entry);
        if (found.length >= limit) return found;
      }
      bytes += piece.length;
      if (bytes >= this.#most || firstTimeIn(piece) < from) return found;
      await this.#clock.breathe();
    }
    return found;
  }
}

/** The sought words cannot stand in a text of somebody: there their quotation marks would be escaped. */
const entriesIn = (piece: Buffer, sought: Buffer): PastEntry[] => {
  const entries: PastEntry[] = [];
  for (let at = piece.indexOf(sought); at >= 0; at = piece.indexOf(sought, at + sought.length)) {
    const start = piece.lastIndexOf(LINE_BREAK, at) + 1;
    const end = piece.indexOf(LINE_BREAK, at);
    const line = JSON.parse(piece.toString('utf8', start, end < 0 ? undefined : end)) as EntryLine;
    entries.push({ value: line.value, content: line.content, lastUpdate: line.at, cause: line.cause });
  }
  return entries;
};

type EntryLine = JournalLine & Pick<PastEntry, 'value' | 'content' | 'cause'>;

/** When the first line of a piece was written. */
const firstTimeIn = (piece: Buffer): string => /"at":"([^"]+)"/.exec(piece.toString('latin1', 0, HEAD))?.[1] ?? '';

const HEAD = 128;
const LINE_BREAK = 0x0a;
