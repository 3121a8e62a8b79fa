import {
  closeSync,
  createReadStream,
  createWriteStream,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../store/image-file.ts';

/** A stretch of the journal: one file, open as NDJSON or closed and gzip'ed. */
export interface Part {
  /** Number of its first line. */
  readonly first: number;
  packed: boolean;
  bytes: number;
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
      await rename(draft, this.file(part.first, true));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    part.bytes = statSync(this.file(part.first, true)).size;
    part.packed = true;
    syncFolder(this.path);
    await rm(this.file(part.first, false), { force: true });
  }

  /** The lines of a part as bytes; of an open one, no more than are there now. */
  async *read(part: Part): AsyncIterable<Buffer> {
    if (part.bytes === 0) return;
    const { packed } = part;
    // Opened at once: a part that is packed meanwhile stays readable through its descriptor.
    const descriptor = openSync(this.file(part.first, packed), 'r');
    const bytes = createReadStream('', { fd: descriptor, end: part.bytes - 1 });
    yield* packed ? bytes.pipe(createGunzip()).on('close', () => bytes.destroy()) : bytes;
  }

  remove(part: Part): void {
    rmSync(this.file(part.first, part.packed), { force: true });
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
