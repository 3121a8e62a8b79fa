import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { type Alarm, type Clock, later, RANK, StoreFault, seconds } from '../../twin/index.ts';
import { Refusal } from '../refusal.ts';
import { syncFolder } from '../store/image-file.ts';
import { type FileJournalOptions, LIMITS } from './file-journal-options.ts';
import { type Journal, type JournalNews, sequenceOf } from './journal.ts';
import { JournalCounts } from './journal-counts.ts';
import { JournalFolder, type Part } from './journal-folder.ts';
import { linesOf } from './lines-of.ts';
import { newestFirst } from './newest-first.ts';
import { writeAt } from './write-at.ts';

/** The most that the loss of power may cost. */
const SYNC_PERIOD = seconds(1);

/**
 * A journal on disk, written ahead: at the latest when control returns to the event loop, lines are in the file and
 * outlive the process; within a second they are on the medium and outlive the loss of power.
 */
export class FileJournal implements Journal {
  readonly counts = new JournalCounts();
  readonly #folder: JournalFolder;
  readonly #news: JournalNews;
  readonly #limits: typeof LIMITS;
  readonly #parts: Part[];
  readonly #sync: Alarm;
  readonly #clock: Clock;
  #lines: string[] = [];
  #waiting = 0;
  #scheduled = false;
  #part: Part | undefined;
  #descriptor: number | undefined;
  #unsynced = false;
  #packing: Promise<void> | undefined;
  readonly #unpackable = new Set<Part>();
  #fault: StoreFault | undefined;
  #closed = false;

  constructor({ folder, epoch, clock, news, limits }: FileJournalOptions) {
    this.#folder = new JournalFolder(folder, epoch);
    this.#news = news;
    this.#limits = { ...LIMITS, ...limits };
    this.#clock = clock;
    this.#parts = this.#folder.list();
    this.#sync = clock.alarm(() => this.#tend(), RANK.other);
    const last = this.#parts.at(-1);
    if (last !== undefined && !last.packed) this.#open(last);
    this.#pack();
  }

  /** The fault that keeps lines from being written at present. */
  get fault(): StoreFault | undefined {
    return this.#fault;
  }

  append(line: string): void {
    this.counts.note(line);
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
    for (const part of this.#parts.map((part) => (part === this.#part ? { ...part } : part))) {
      yield* this.#folder.read(part);
    }
    if (waiting !== undefined) yield waiting;
  }

  async *readNewest(): AsyncIterable<Buffer> {
    if (this.#fault === undefined) this.#flush();
    if (this.#lines.length > 0) yield Buffer.from(`${this.#lines.join('\n')}\n`);
    yield* newestFirst(
      this.#folder,
      this.#parts.map((part) => (part === this.#part ? { ...part } : part)),
    );
  }

  /** The lines after number `sequence`, as they were written before this start. Throws a `Refusal` if one is damaged or missing. */
  async *linesAfter(sequence: number): AsyncIterable<string> {
    let next = Math.max(1, sequence);
    for (const [index, part] of this.#parts.entries()) {
      if ((this.#parts[index + 1]?.first ?? Number.POSITIVE_INFINITY) <= next) continue;
      for await (const line of linesOf(this.#folder.read(part), () => this.#damaged(part))) {
        const number = sequenceOf(line);
        if (number < next) continue;
        if (number !== next || !line.endsWith('}')) throw this.#damaged(part);
        next += 1;
        if (number > sequence) yield line;
      }
    }
    if (next <= sequence) {
      throw new Refusal(
        `${this.#folder.path} ends before line ${sequence}, which happened: put a copy of the whole folder back, or name another folder`,
      );
    }
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
      await this.#packing;
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
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
      this.#news.unstuck();
    }
  }

  #fail(error: Error): void {
    const first = this.#fault === undefined;
    this.#fault = new StoreFault(`the journal cannot be written: ${error.message}`, { cause: error });
    if (!this.#closed) this.#sync.set(later(this.#clock.now(), SYNC_PERIOD));
    if (first) this.#news.stuck(error.message);
  }

  #partFor(line: string): Part {
    if (this.#part !== undefined && this.#part.bytes < this.#limits.part) return this.#part;
    const part = { first: sequenceOf(line), packed: false, bytes: 0 };
    const previous = this.#descriptor;
    this.#open(part);
    this.#parts.push(part);
    syncFolder(this.#folder.path);
    if (previous !== undefined) {
      fdatasyncSync(previous);
      closeSync(previous);
    }
    this.#pack();
    return part;
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

  /** Packs the closed parts one by one; one that cannot be packed stays as it is until the next start. */
  #pack(): void {
    if (this.#packing !== undefined || this.#closed) return;
    const part = this.#parts.find((each) => !each.packed && each !== this.#part && !this.#unpackable.has(each));
    if (part === undefined) return;
    this.#packing = this.#folder
      .pack(part)
      .then(
        () => this.#forget(),
        () => this.#unpackable.add(part),
      )
      .then(() => {
        this.#packing = undefined;
        this.#pack();
      });
  }

  #forget(): void {
    let bytes = this.#parts.reduce((sum, part) => sum + part.bytes, 0);
    while (bytes > this.#limits.journal && this.#parts.length > 1) {
      const oldest = this.#parts.shift() as Part;
      bytes -= oldest.bytes;
      this.#folder.remove(oldest);
      this.#news.forgotten(this.#parts[0]?.first ?? 0);
    }
  }

  #damaged(part: Part): Refusal {
    return new Refusal(
      `${this.#folder.file(part.first, part.packed)} is damaged, and what happened last stands there: put a copy of the whole folder back, or name another folder`,
    );
  }
}
