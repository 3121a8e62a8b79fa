import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import { readDataVersion } from '../data-version.ts';
import { Refusal } from '../refusal.ts';
import { syncFolder } from '../store/image-file.ts';
import { VERSION } from '../version.ts';
import { checksumOfFile, MANIFEST, type Manifest } from './manifest.ts';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';

/** What does not change while a controller runs, then what is replaced as a whole, in the order in which one may be younger than the one before. */
const IMAGES = ['certificate.pem', 'clock', 'controller.sqlite', 'twin.sqlite'];

/** Attempts to copy a journal whose parts are being packed. */
const ATTEMPTS = 5;

/**
 * Writes everything in a data folder to one file, also while a controller keeps its house there: what is found in it is what would be found after a
 * power cut during the copying. Answers the size in bytes. Throws a `Refusal` for a folder without a house, or a file that is there.
 */
export const writeBackup = async (folder: string, file: string): Promise<number> => {
  if (existsSync(file)) throw new Refusal(`${file} is there already: name another file`);
  if (!existsSync(join(folder, 'controller.sqlite')))
    throw new Refusal(`${folder} holds no house: name its data folder`);
  const data = readDataVersion(folder);
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w', 0o600).catch((error: Error) => {
    throw new Refusal(`${file} cannot be written (${error.message}): name another file`);
  });
  try {
    const archive = new Archive(handle);
    await archive.add('version', Buffer.from(`${data}\n`));
    for (const name of IMAGES) if (existsSync(join(folder, name))) await archive.copy(name, join(folder, name));
    for (const part of openJournal(join(folder, 'journal')))
      await archive.copyOpen(`journal/${part.name}`, part.descriptor);
    await archive.finish(data);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await rename(draft, file);
    syncFolder(dirname(resolve(file)));
    return size;
  } catch (error) {
    await handle.close().catch(() => undefined);
    rmSync(draft, { force: true });
    throw error;
  }
};

/** All parts of the journal as they are at one moment: opened, so that one that is packed or forgotten meanwhile can still be read. */
const openJournal = (folder: string): readonly { readonly name: string; readonly descriptor: number }[] => {
  for (let attempt = 1; ; attempt += 1) {
    const parts: { name: string; descriptor: number }[] = [];
    try {
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.ndjson(\.gz)?$/.test(name)) : [];
      // A part that is there in both forms is complete in the packed one.
      const once = names.filter((name) => !names.includes(`${name}.gz`)).toSorted();
      for (const name of once) parts.push({ name, descriptor: openSync(join(folder, name), 'r') });
      return parts;
    } catch (error) {
      for (const { descriptor } of parts) closeSync(descriptor);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
};

/** A gzip'ed ustar archive that is being written. */
class Archive {
  readonly #gzip = createGzip({ level: 3 });
  readonly #written: Promise<void>;
  readonly #files: { [name: string]: { size: number; sha256: string } } = {};

  constructor(handle: FileHandle) {
    this.#written = (async () => {
      for await (const piece of this.#gzip) await handle.writeFile(piece);
    })();
    // Heard when it ends; until then a write that fails ends the stream.
    this.#written.catch((error: Error) => this.#gzip.destroy(error));
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.#write(tarHeader({ name, size: content.length }));
    await this.#write(content);
    await this.#write(tarPadding(content.length));
    this.#files[name] = { size: content.length, sha256: checksumOfFile().update(content).digest('hex') };
  }

  copy(name: string, path: string): Promise<void> {
    return this.copyOpen(name, openSync(path, 'r'));
  }

  /** As many bytes as are there now, whatever is added meanwhile; closes the descriptor. */
  async copyOpen(name: string, descriptor: number): Promise<void> {
    try {
      const { size } = fstatSync(descriptor);
      const sum = checksumOfFile();
      await this.#write(tarHeader({ name, size }));
      for (let at = 0; at < size; ) {
        const piece = Buffer.alloc(Math.min(PIECE, size - at));
        const length = readSync(descriptor, piece, 0, piece.length, at);
        if (length === 0) throw new Error(`${name} became shorter while it was copied`);
        const read = piece.subarray(0, length);
        sum.update(read);
        await this.#write(read);
        at += length;
      }
      await this.#write(tarPadding(size));
      this.#files[name] = { size, sha256: sum.digest('hex') };
    } finally {
      closeSync(descriptor);
    }
  }

  async finish(data: number): Promise<void> {
    const manifest: Manifest = { format: 'twinhaus-backup', data, program: VERSION, files: { ...this.#files } };
    await this.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    await this.#write(TAR_END);
    this.#gzip.end();
    await this.#written;
  }

  #write(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#gzip.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}

const PIECE = 262_144;
