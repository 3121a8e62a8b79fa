import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { type Journal, type JournalNews, sequenceOf } from './journal.ts';

/** Deflated bytes that a journal in memory may hold, a few years of a family home; beyond it the oldest go. */
const LIMIT_BYTES = 268_435_456;
const BLOCK_BYTES = 262_144;
/** Blocks that may wait for the thread pool; the next is deflated on the spot, so that a fast clock cannot outrun it. */
const WAITING_LIMIT = 8;
const LEVEL = { level: constants.Z_BEST_SPEED };

const inflate = promisify(inflateRaw);

interface Block {
  readonly first: number;
  bytes: Buffer;
  deflated: boolean;
}

/** A journal that lasts as long as the process: the newest lines as they are, older ones deflated. */
export class MemoryJournal implements Journal {
  readonly #news: Pick<JournalNews, 'forgotten'>;
  readonly #limit: number;
  #blocks: Block[] = [];
  #packedBytes = 0;
  #waiting = 0;
  #tail = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;
  #first = 1;

  constructor(news: Pick<JournalNews, 'forgotten'>, limit: number = LIMIT_BYTES) {
    this.#news = news;
    this.#limit = limit;
  }

  append(line: string): void {
    // Three bytes are the most that UTF-8 needs for one unit of a string.
    const most = line.length * 3 + 1;
    if (this.#used + most > this.#tail.length) this.#seal(most);
    if (this.#used === 0) this.#first = sequenceOf(line);
    this.#used += this.#tail.write(line, this.#used);
    this.#tail[this.#used] = 0x0a;
    this.#used += 1;
  }

  async *read(): AsyncIterable<Buffer> {
    const blocks = this.#blocks.map(({ bytes, deflated }) => ({ bytes, deflated }));
    const tail = Buffer.from(this.#tail.subarray(0, this.#used));
    for (const { bytes, deflated } of blocks) yield deflated ? await inflate(bytes) : bytes;
    if (tail.length > 0) yield tail;
  }

  commit(): void {}

  close(): Promise<void> {
    return Promise.resolve();
  }

  #seal(next: number): void {
    if (this.#used > 0) this.#pack({ first: this.#first, bytes: this.#tail.subarray(0, this.#used), deflated: false });
    this.#tail = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, next));
    this.#used = 0;
  }

  #pack(block: Block): void {
    this.#blocks.push(block);
    if (this.#waiting >= WAITING_LIMIT) {
      this.#packed(block, deflateRawSync(block.bytes, LEVEL));
      return;
    }
    this.#waiting += 1;
    deflateRaw(block.bytes, LEVEL, (_, bytes) => {
      this.#waiting -= 1;
      this.#packed(block, bytes);
    });
  }

  #packed(block: Block, bytes: Buffer): void {
    // A copy of its own: zlib's result is a view into a larger allocation.
    block.bytes = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(block.bytes);
    block.deflated = true;
    this.#packedBytes += bytes.length;
    while (this.#packedBytes > this.#limit && this.#blocks.length > 1 && this.#blocks[0]?.deflated) {
      this.#packedBytes -= this.#blocks.shift()?.bytes.length ?? 0;
      this.#news.forgotten(this.#blocks[0]?.first ?? this.#first);
    }
  }
}
