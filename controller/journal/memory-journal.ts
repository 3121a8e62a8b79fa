import { promisify } from 'node:util';
import { constants, deflateRawSync, inflateRaw } from 'node:zlib';
import { type Journal, type JournalNews, sequenceOf } from './journal.ts';
import { JournalCounts } from './journal-counts.ts';

/** Deflated bytes that a journal in memory may hold, a few years of a family home; beyond it the oldest go. */
const LIMIT_BYTES = 268_435_456;
/** Deflated in a fraction of a millisecond: on the spot, because handing it to another thread costs more memory than it saves time. */
const BLOCK_BYTES = 65_536;
const LEVEL = { level: constants.Z_BEST_SPEED };

const inflate = promisify(inflateRaw);

interface Block {
  /** Number of its first line. */
  readonly first: number;
  readonly deflated: Buffer;
}

/** A journal that lasts as long as the process: the newest lines as they are, older ones deflated. */
export class MemoryJournal implements Journal {
  readonly counts = new JournalCounts();
  readonly #news: Pick<JournalNews, 'forgotten'>;
  readonly #limit: number;
  readonly #blocks: Block[] = [];
  #bytes = 0;
  #tail = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;
  #first = 1;

  constructor(news: Pick<JournalNews, 'forgotten'>, limit: number = LIMIT_BYTES) {
    this.#news = news;
    this.#limit = limit;
  }

  append(line: string): void {
    this.counts.note(line);
    // Three bytes are the most that UTF-8 needs for one unit of a string.
    const most = line.length * 3 + 1;
    if (this.#used + most > this.#tail.length) this.#seal(most);
    if (this.#used === 0) this.#first = sequenceOf(line);
    this.#used += this.#tail.write(line, this.#used);
    this.#tail[this.#used] = 0x0a;
    this.#used += 1;
  }

  async *read(): AsyncIterable<Buffer> {
    const blocks = [...this.#blocks];
    const tail = Buffer.from(this.#tail.subarray(0, this.#used));
    for (const { deflated } of blocks) yield await inflate(deflated);
    if (tail.length > 0) yield tail;
  }

  async *readNewest(): AsyncIterable<Buffer> {
    const blocks = this.#blocks.toReversed();
    if (this.#used > 0) yield Buffer.from(this.#tail.subarray(0, this.#used));
    for (const { deflated } of blocks) yield await inflate(deflated);
  }

  commit(): void {}

  async settle(): Promise<void> {}

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Closes the present block; the next begins with a line that needs at most `next` bytes. */
  #seal(next: number): void {
    if (this.#used > 0) {
      // A copy of its own: the result of zlib is a view into a larger allocation.
      const view = deflateRawSync(this.#tail.subarray(0, this.#used), LEVEL);
      const deflated = Buffer.allocUnsafeSlow(view.length);
      view.copy(deflated);
      this.#blocks.push({ first: this.#first, deflated });
      this.#bytes += deflated.length;
      this.#forget();
    }
    this.#used = 0;
    const needed = Math.max(BLOCK_BYTES, next);
    if (this.#tail.length !== needed) this.#tail = Buffer.allocUnsafeSlow(needed);
  }

  #forget(): void {
    while (this.#bytes > this.#limit && this.#blocks.length > 1) {
      this.#bytes -= this.#blocks.shift()?.deflated.length ?? 0;
      this.counts.forgotten += 1;
      this.#news.forgotten(this.#blocks[0]?.first ?? this.#first, 'size');
    }
  }
}
