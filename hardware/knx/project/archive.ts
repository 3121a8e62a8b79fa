import { configure, type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { LIMITS } from './limits.ts';
import { ProjectFault } from './project-fault.ts';
import { ets6Password } from './zip-password.ts';

// Workers would outlive us, and a project is read once.
configure({ useWebWorkers: false });

/** Ends the unpacking of a file before its end. */
const ENOUGH = Symbol('enough');

/** How every archive with something in it begins. */
const BEGINNING = [0x50, 0x4b, 0x03, 0x04];

/** How much may still be unpacked, over all archives of one project. */
export interface Budget {
  left: number;
}

export const budgetOf = (): Budget => ({ left: LIMITS.projectTotalBytes.value });

/** A ZIP archive in memory, of which no more is unpacked than the limits allow, whatever its directory says. */
export class Archive {
  readonly #entries: ReadonlyMap<string, FileEntry>;
  readonly #password: string | undefined;
  readonly #budget: Budget;

  private constructor(entries: ReadonlyMap<string, FileEntry>, budget: Budget, password: string | undefined) {
    this.#entries = entries;
    this.#budget = budget;
    this.#password = password;
  }

  /** Throws a `ProjectFault` for what is no archive. `password` is the one that somebody typed. */
  static async open(bytes: Uint8Array, budget: Budget, password?: string): Promise<Archive> {
    const entries = new Map<string, FileEntry>();
    try {
      const reader = new ZipReader(new Uint8ArrayReader(bytes), { checkCrc32: true });
      for await (const entry of reader.getEntriesGenerator()) {
        if (entries.size >= LIMITS.projectEntries.value) {
          throw new ProjectFault(`has more than ${LIMITS.projectEntries.value} files in it, which no project has`);
        }
        if (!entry.directory) entries.set(entry.filename, entry);
      }
    } catch (error) {
      if (error instanceof ProjectFault) throw error;
      if (BEGINNING.every((byte, index) => bytes[index] === byte)) {
        throw new ProjectFault(
          'is damaged: it begins as a project and does not end as one; copy or export it once more',
        );
      }
      throw new ProjectFault('is no ZIP archive, so no project of ETS: export the project in ETS as .knxproj');
    }
    return new Archive(entries, budget, await passwordFor(entries, password));
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Hands on what is in a file, piece by piece until `take` says that it has enough. Throws a `ProjectFault`, or whatever `take` throws. */
  async read(name: string, take: (piece: Uint8Array) => 'enough' | undefined): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new ProjectFault(`has no ${name} in it: export the project in ETS once more`);
    if (entry.encrypted && this.#password === undefined) {
      throw new ProjectFault('is protected by a password', { asksForPassword: true });
    }
    let left = Math.min(LIMITS.projectPartBytes.value, this.#budget.left);
    let thrown: unknown;
    const into = new WritableStream<Uint8Array>({
      write: (piece) => {
        left -= piece.length;
        this.#budget.left -= piece.length;
        try {
          if (left < 0) throw new ProjectFault(`has too much in it: ${name} grows beyond every limit when unpacked`);
          if (take(piece) === 'enough') throw ENOUGH;
        } catch (error) {
          thrown = error;
          throw error;
        }
      },
    });
    try {
      const { encrypted } = entry;
      await entry.getData(into, encrypted && this.#password !== undefined ? { password: this.#password } : {});
    } catch (error) {
      if (thrown !== ENOUGH) throw thrown ?? faultOf(entry, error);
    }
  }

  /** The whole of a small file. */
  async bytes(name: string): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    await this.read(name, (piece) => {
      pieces.push(piece);
      return undefined;
    });
    return Buffer.concat(pieces);
  }
}

/** ETS 4 and 5 encrypt the traditional way with the password as it is, ETS 6 with AES and a password made of it. */
const passwordFor = async (
  entries: ReadonlyMap<string, FileEntry>,
  password: string | undefined,
): Promise<string | undefined> => {
  const first = [...entries.values()].find(({ encrypted }) => encrypted);
  if (first === undefined || password === undefined) return undefined;
  return first.zipCrypto ? password : ets6Password(password);
};

/** The old encryption lets one wrong password in 256 pass at first: then what comes out makes no sense. */
const faultOf = (entry: FileEntry, error: unknown): ProjectFault => {
  if (entry.encrypted) return new ProjectFault('is protected by another password', { asksForPassword: true });
  const why = error instanceof Error ? error.message : String(error);
  return new ProjectFault(`is damaged: ${entry.filename} cannot be unpacked (${why}); export the project once more`);
};
