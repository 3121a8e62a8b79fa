import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { type Alarm, type Clock, later, RANK, StoreFault, seconds } from '../../twin/index.ts';
import { syncFolder } from '../store/image-file.ts';
import { type FileJournalOptions, LIMITS } from './file-journal-options.ts';
import { forgetOldest } from './forget-oldest.ts';
import { type Journal, type JournalNews, sequenceOf, timeOf } from './journal.ts';
import { JournalCounts } from './journal-counts.ts';
import { JournalFolder, type Part } from './journal-folder.ts';
import { linesAfter } from './lines-after.ts';
import { newestFirst } from './newest-first.ts';
import { Packing } from './packing.ts';
import { writeAt } from './write-at.ts';

/** The most that the loss of power may cost. */
const SYNC_PERIOD = seconds(1);
/** A part is at most this share of the journal. */
const SHARES = 8;

/**
 * A journal on disk, written ahead: at the latest when control returns to the event loop, lines are in the file and
 * outlive the process; within a second they are on the medium and outlive the loss of power.
 */
export class FileJournal implements Journal {
  readonly counts = new JournalCounts();
  readonly #folder: JournalFolder;
  readonly #news: JournalNews;
  #limits: typeof LIMITS;
  readonly #parts: Part[];
  readonly #sync: Alarm;
  readonly #clock: Clock;
  /** The last line that was appended. */
  #newest = '';
  #checkpoint: number;
  #needed: number;
  #lines: string[] = [];
  #waiting = 0;
  #scheduled = false;
  #part: Part | undefined;
  #descriptor: number | undefined;
  #unsynced = false;
  readonly #packing: Packing;
  #fault: StoreFault | undefined;
  #closed = false;

  constructor({ folder, epoch, clock, news, limits, checkpoint = Number.POSITIVE_INFINITY }: FileJournalOptions) {
    this.#folder = new JournalFolder(folder, epoch);
    this.#news = news;
    this.#limits = { ...LIMITS, ...limits };
    this.#clock = clock;
    this.#needed = this.#checkpoint = checkpoint;
    this.#parts = this.#folder.list();
    this.#packing = new Packing({
      folder: this.#folder,
      next: (except) =>
        this.#closed
          ? undefined
          : this.#parts.find((each) => !(each.packed || each === this.#part || except.has(each))),
      packed: () => this.#forget(),
    });
    this.#sync = clock.alarm(() => this.#tend(), RANK.other);
    const last = this.#parts.at(-1);
    if (last !== undefined && !last.packed) this.#open(last);
    this.#forget();
    this.#packing.start();
  }

  /** The fault that keeps lines from being written at present. */
  get fault(): StoreFault | undefined {
    return this.#fault;
  }

  append(line: string): void {
    this.counts.note(line);
    this.#newest = line;
    this.#lines.push(line);
    this.#waiting += line.length;
    if (this.#waiting > this.#limits.waiting && this.#fault === undefined) this.#flush();
    if (!this.#scheduled) {
      this.#scheduled = true;
      process.nextTick(() => {
        this.#scheduled = false;
        if (this.#fault === undefined) this.#flush();
      });
    }
  }

  commit(): void {
    this.#flush();
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Commits, and waits until the lines would survive the loss of power. */
  sync(): void {
    this.commit();
    if (this.#unsynced && this.#descriptor !== undefined) fdatasyncSync(this.#descriptor);
    this.#unsynced = false;
  }

  async *read(): AsyncIterable<Buffer> {
    if (this.#fault === undefined) this.#flush();
    const waiting = this.#lines.length > 0 ? Buffer.from(`${this.#lines.join('\n')}\n`) : undefined;
    for (const read of this.#readings()) yield* read();
    if (waiting !== undefined) yield waiting;
  }

  async *readNewest(): AsyncIterable<Buffer> {
    if (this.#fault === undefined) this.#flush();
    if (this.#lines.length > 0) yield Buffer.from(`${this.#lines.join('\n')}\n`);
    yield* newestFirst(this.#readings());
  }

  /** The lines after number `sequence`, as they were written before this start. Throws a `Refusal` if one is damaged or missing. */
  linesAfter(sequence: number): AsyncIterable<string> {
    return linesAfter(this.#folder, this.#parts, sequence);
  }

  /** A start would go on from line `sequence` now, or from the line of the checkpoint before if that has to be put back. */
  checkpointed(sequence: number): void {
    this.#needed = this.#checkpoint;
    this.#checkpoint = sequence;
    this.#forget();
  }

  /** How much of it is kept from now on. */
  limit(limits: Partial<typeof LIMITS>): void {
    this.#limits = { ...this.#limits, ...limits };
    this.#forget();
  }

  async settle(): Promise<void> {
    this.commit();
    const descriptor = this.#descriptor;
    if (!this.#unsynced || descriptor === undefined) return;
    const error = await new Promise<Error | null>((settled) => fdatasync(descriptor, settled));
    // A part that was closed meanwhile was synced before.
    if (error === null || descriptor !== this.#descriptor) return;
    this.#fail(error);
    throw this.#fault;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#sync.clear();
    try {
      this.sync();
    } finally {
      await this.#packing.settled();
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }

  /** Each part with the lines that it has now, whatever becomes of it until it is read. */
  #readings(): (() => AsyncIterable<Buffer>)[] {
    return this.#parts.map((part) => {
      const most = part === this.#part ? part.bytes : undefined;
      return () => this.#folder.read(part, most);
    });
  }

  #flush(): void {
    if (this.#lines.length === 0 && this.#fault === undefined) return;
    try {
      if (this.#lines.length > 0) {
        const part = this.#partFor(this.#lines[0] ?? '');
        const bytes = Buffer.from(`${this.#lines.join('\n')}\n`);
        const begun = this.#clock.elapsed();
        writeAt(this.#descriptor as number, bytes, part.bytes);
        this.counts.writes += 1;
        this.counts.seconds += (this.#clock.elapsed() - begun) / 1_000;
        part.bytes += bytes.length;
        this.counts.bytes += bytes.length;
        this.#lines = [];
        this.#waiting = 0;
      } else if (this.#descriptor !== undefined) {
        fdatasyncSync(this.#descriptor);
      }
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    if (!this.#unsynced) {
      this.#unsynced = true;
      this.#sync.set(later(this.#clock.now(), SYNC_PERIOD));
    }
    if (this.#fault !== undefined) {
      this.#fault = undefined;
      this.counts.isStuck = false;
      this.#news.unstuck();
    }
  }

  #fail(error: Error): void {
    const first = this.#fault === undefined;
    this.counts.isStuck = true;
    this.#fault = new StoreFault(`the journal cannot be written: ${error.message}`, { cause: error });
    if (!this.#closed) this.#sync.set(later(this.#clock.now(), SYNC_PERIOD));
    if (first) this.#news.stuck(error.message);
  }

  #partFor(line: string): Part {
    if (this.#part !== undefined && !this.#isFull(this.#part, line)) return this.#part;
    const part = { first: sequenceOf(line), packed: false, bytes: 0 };
    const previous = this.#descriptor;
    this.#open(part);
    this.#parts.push(part);
    syncFolder(this.#folder.path);
    if (previous !== undefined) {
      fdatasyncSync(previous);
      closeSync(previous);
    }
    this.#packing.start();
    return part;
  }

  /** Whether `line` belongs into the next part: parts go as a whole, so they are small and short beside what is kept. */
  #isFull(part: Part, line: string): boolean {
    const { part: most, journal, age } = this.#limits;
    if (part.bytes >= Math.min(most, journal / SHARES)) return true;
    return Number.isFinite(age) && timeOf(line) - this.#folder.beganAt(part) > age / SHARES;
  }

  #open(part: Part): void {
    this.#descriptor = openSync(this.#folder.file(part.first, false), part.bytes === 0 ? 'w' : 'r+', 0o600);
    this.#part = part;
  }

  /** While there is something to do: syncs what was written, or tries again what could not be. */
  #tend(): void {
    if (this.#fault !== undefined) {
      this.#flush();
      return;
    }
    const descriptor = this.#descriptor;
    if (!this.#unsynced || descriptor === undefined) return;
    this.#unsynced = false;
    fdatasync(descriptor, (error) => {
      if (error !== null && !this.#closed && descriptor === this.#descriptor) this.#fail(error);
    });
  }

  #forget(): void {
    const { counts } = this;
    forgetOldest(this.#parts, {
      ...{ folder: this.#folder, limits: this.#limits, needed: this.#needed, news: this.#news, counts },
      now: timeOf(this.#newest),
    });
  }
}
