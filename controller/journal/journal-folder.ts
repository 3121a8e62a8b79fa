import {
  closeSync,
  createReadStream,
  createWriteStream,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip, gunzipSync } from 'node:zlib';
import { syncFolder } from '../store/image-file.ts';
import { timeOf } from './journal.ts';

/** A stretch of the journal: one file, open as NDJSON or closed and gzip'ed. */
export interface Part {
  /** Number of its first line. */
  readonly first: number;
  packed: boolean;
  bytes: number;
  /** Its file is gone: whoever still reads it finds nothing there. */
  isForgotten?: boolean;
  /** When its first line was written, once somebody has asked. */
  began?: number;
}

/** The files of one journal. Journals before it, which a reset left behind, are other `epoch`s. */
export class JournalFolder {
  readonly path: string;
  readonly #epoch: number;

  constructor(path: string, epoch: number) {
    this.path = path;
    this.#epoch = epoch;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  file(first: number, packed: boolean): string {
    return join(this.path, `${this.#epoch}-${String(first).padStart(12, '0')}.ndjson${packed ? '.gz' : ''}`);
  }

  /** The parts in order. What an interrupted packing or another epoch left behind is removed; a torn last line is cut off. */
  list(): Part[] {
    const parts = new Map<number, Part>();
    for (const name of readdirSync(this.path).sort()) {
      const [, epoch, first, ending] = /^(\d+)-(\d+)\.ndjson(|\.gz|\.gz\.draft)$/.exec(name) ?? [];
      if (first === undefined) continue;
      if (Number(epoch) !== this.#epoch || ending === '.gz.draft') {
        rmSync(join(this.path, name));
        continue;
      }
      const part = { first: Number(first), packed: ending === '.gz', bytes: statSync(join(this.path, name)).size };
      // A packed part gets its name once it is complete, so the open one beside it is the copy.
      if (part.packed) rmSync(this.file(part.first, false), { force: true });
      parts.set(part.first, part);
    }
    const list = [...parts.values()].sort((one, other) => one.first - other.first);
    const last = list.at(-1);
    if (last !== undefined && !last.packed) last.bytes = cutTornLine(this.file(last.first, false), last.bytes);
    return list;
  }

  /** Replaces an open part by its gzip'ed form. */
  async pack(part: Part): Promise<void> {
    const draft = `${this.file(part.first, true)}.draft`;
    try {
      await pipeline(
        createReadStream(this.file(part.first, false)),
        createGzip({ level: 3 }),
        createWriteStream(draft, { mode: 0o600 }),
      );
      const handle = await open(draft, 'r');
      await handle.sync().finally(() => handle.close());
      if (part.isForgotten) throw new Error('the part is gone');
      // At once with what follows: a part may be forgotten at any moment, under the name that it has then.
      renameSync(draft, this.file(part.first, true));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    part.bytes = statSync(this.file(part.first, true)).size;
    part.packed = true;
    syncFolder(this.path);
    await rm(this.file(part.first, false), { force: true });
  }

  /** The lines of a part as bytes; of an open one, no more than are there now. `most`: bytes of lines after which it ends. */
  async *read(part: Part, most = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> {
    if (part.bytes === 0 || most === 0 || part.isForgotten) return;
    const { packed } = part;
    // Opened at once: a part that is packed or forgotten meanwhile stays readable through its descriptor.
    const descriptor = openSync(this.file(part.first, packed), 'r');
    const bytes = createReadStream('', { fd: descriptor, end: (packed ? part.bytes : Math.min(part.bytes, most)) - 1 });
    if (packed)
      yield* upTo(
        most,
        bytes.pipe(createGunzip()).on('close', () => bytes.destroy()),
      );
    else yield* bytes;
  }

  /** When the first line of a part was written, in milliseconds since 1970; `NaN` if that cannot be read. */
  beganAt(part: Part): number {
    part.began ??= this.#firstTime(part);
    return part.began;
  }

  /** Removes the file of a part for good, loss of power included. */
  remove(part: Part): void {
    // One that was packed a moment ago has both.
    for (const packed of [false, true]) rmSync(this.file(part.first, packed), { force: true });
    part.isForgotten = true;
    syncFolder(this.path);
  }

  #firstTime(part: Part): number {
    try {
      const descriptor = openSync(this.file(part.first, part.packed), 'r');
      try {
        const piece = Buffer.alloc(HEAD);
        const head = piece.subarray(0, readSync(descriptor, piece, 0, HEAD, 0));
        return timeOf((part.packed ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head).toString());
      } finally {
        closeSync(descriptor);
      }
    } catch {
      // What cannot be read is not known to be old.
      return Number.NaN;
    }
  }
}

/** Enough for the beginning of a line, packed or not. */
const HEAD = 4_096;

async function* upTo(most: number, pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let left = most;
  for await (const piece of pieces) {
    yield piece.length > left ? piece.subarray(0, left) : piece;
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** Cuts what stands behind the last line break: a write that the end of the process interrupted. Answers the size that is left. */
const cutTornLine = (file: string, size: number): number => {
  const descriptor = openSync(file, 'r+');
  try {
    const piece = Buffer.alloc(65_536);
    let end = size;
    while (end > 0) {
      const start = Math.max(0, end - piece.length);
      const length = readSync(descriptor, piece, 0, end - start, start);
      const lineBreak = piece.subarray(0, length).lastIndexOf(0x0a);
      if (lineBreak >= 0) {
        end = start + lineBreak + 1;
        break;
      }
      end = start;
    }
    if (end < size) ftruncateSync(descriptor, end);
    return end;
  } finally {
    closeSync(descriptor);
  }
};
