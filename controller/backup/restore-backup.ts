import {
  chownSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { DATA_VERSION } from '../data-version.ts';
import { lockFolder } from '../folder-lock.ts';
import { Refusal } from '../refusal.ts';
import { syncFolder } from '../store/image-file.ts';
import { checksumOfFile, IN_A_FOLDER, MANIFEST, type Manifest } from './manifest.ts';
import { BLOCK, readTarHeader, tarPadding } from './tar.ts';

/**
 * Makes a data folder of a backup. Nothing of `folder` is changed before the whole backup was read and found to be what was written. A folder that holds
 * something is replaced only if asked to, and then kept beside; answers where. Throws a `Refusal` for what cannot be.
 */
export const restoreBackup = async (file: string, folder: string, replace: boolean): Promise<string | null> => {
  const target = resolve(folder);
  const before = lstatSync(target, { throwIfNoEntry: false });
  const isTaken = before !== undefined && (!before.isDirectory() || readdirSync(target).length > 0);
  if (isTaken && !replace) {
    throw new Refusal(
      `${folder} is there already: name another folder, or add --replace to keep it beside the new one`,
    );
  }
  const unlock = isTaken ? lockFolder(target) : () => undefined;
  const draft = `${target}.restoring`;
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(join(draft, 'journal'), { recursive: true, mode: 0o700 });
    await unpack(file, draft);
    if (before !== undefined && process.getuid?.() === 0) giveTo(draft, before);
    const aside = isTaken ? asideOf(target) : null;
    if (aside !== null) {
      renameSync(target, aside);
      rmSync(join(aside, 'lock'), { force: true });
    }
    renameSync(draft, target);
    syncFolder(dirname(target));
    return aside;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    if (isTaken) unlock();
  }
};

/** Writes the files of a backup into a folder, and compares them with what the backup says of itself. */
const unpack = async (file: string, folder: string): Promise<void> => {
  const sums = new Map<string, { size: number; sha256: string }>();
  let manifest: Manifest | undefined;
  const source = createReadStream(file);
  const reader = new Reader(source.on('error', (error) => unpacked.destroy(error)).pipe(createGunzip()));
  const unpacked = reader.stream;
  try {
    for (;;) {
      const header = readTarHeader(await reader.take(BLOCK));
      if (header === null) break;
      const { name, size } = header;
      if (name === MANIFEST) manifest = JSON.parse((await reader.take(size)).toString('utf8')) as Manifest;
      else if (IN_A_FOLDER.test(name)) sums.set(name, await unpackFile(reader, join(folder, name), size));
      else throw new Refusal(`holds ${JSON.stringify(name)}, which no data folder has`);
      const padding = await reader.take(tarPadding(size).length);
      if (padding.some((byte) => byte !== 0)) throw new Refusal(`is damaged behind ${name}`);
    }
    await reader.end();
    compare(manifest, sums);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !existsSync(file))
      throw new Refusal(`${file}: there is no such file; name one that is there`);
    throw new Refusal(`${file} ${error instanceof Refusal ? message : `cannot be read as a backup (${message})`}`);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
};

const unpackFile = async (reader: Reader, path: string, size: number): Promise<{ size: number; sha256: string }> => {
  const sum = checksumOfFile();
  const handle = await open(path, 'wx', 0o600);
  try {
    for (let at = 0; at < size; ) {
      const piece = await reader.take(Math.min(PIECE, size - at));
      sum.update(piece);
      await handle.writeFile(piece);
      at += piece.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: sum.digest('hex') };
};

const compare = (manifest: Manifest | undefined, sums: ReadonlyMap<string, { size: number; sha256: string }>): void => {
  if (manifest?.format !== 'twinhaus-backup') throw new Refusal('is no backup, or only the beginning of one');
  if (manifest.data > DATA_VERSION) {
    const known = `version ${manifest.data} of the data, this one knows ${DATA_VERSION}`;
    throw new Refusal(`was written by a newer Twinhaus (${manifest.program}; ${known}): restore it with that one`);
  }
  const names = new Set([...Object.keys(manifest.files), ...sums.keys()]);
  for (const name of names) {
    if (JSON.stringify(manifest.files[name]) !== JSON.stringify(sums.get(name))) {
      throw new Refusal(`is damaged: ${name} is not what was written`);
    }
  }
};

/** Takes bytes from a stream, as many as are asked for. */
class Reader {
  readonly stream: ReturnType<typeof createGunzip>;
  readonly #pieces: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(stream: ReturnType<typeof createGunzip>) {
    this.stream = stream;
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Reads to the end, where the checksum of the whole stream stands. */
  async end(): Promise<void> {
    for (;;) if ((await this.#pieces.next()).done === true) return;
  }

  async take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      const { done, value } = await this.#pieces.next();
      if (done === true) throw new Refusal('is no backup, or only the beginning of one');
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}

/** Whoever had the folder has it again: a controller seldom runs as the one who restores. */
const giveTo = (folder: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void => {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(name)), uid, gid);
};

/** A name beside the folder that nothing has. */
const asideOf = (folder: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${folder}.replaced-${number}`;
    if (!existsSync(name)) return name;
  }
};

const PIECE = 262_144;
