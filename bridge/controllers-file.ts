import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unwatchFile,
  watchFile,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Controller, faultOfAddress, faultOfFingerprint, faultOfName, faultOfToken } from './controller.ts';
import { withLock } from './file-lock.ts';
import { jsonFault } from './json-fault.ts';
import { LIMITS } from './limits.ts';

/** What the file says. */
export interface Controllers {
  /** The controller to start with: the one that is named, else the first; undefined if there is none. */
  readonly selected: Controller | undefined;
  readonly all: readonly Controller[];
}

/** The file as it is written: what we do not know of is in here too, and stays. */
export interface Draft extends Record<string, unknown> {
  selected?: string;
  controllers: (Record<string, unknown> & { name: string; address: string; token: string; fingerprint?: string })[];
}

/** The file is not what it should be: one line that says where, and how to mend it. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

/** `~/.config/service-mcp/controllers.json`: shared with other bridges and with whoever edits it. */
export class ControllersFile {
  readonly path: string;

  constructor(path = join(homedir(), '.config', 'service-mcp', 'controllers.json')) {
    this.path = path;
  }

  /** Throws a `FileFault`. No file is as good as an empty list. */
  read(): Controllers {
    const { selected, controllers } = this.#parse(this.#text());
    return { selected: controllers.find(({ name }) => name === selected) ?? controllers[0], all: controllers };
  }

  /** Changes the file as it stands at that moment, so that nobody's change is lost; a broken file is left alone. */
  async change<T>(edit: (draft: Draft) => T): Promise<T> {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const real = this.#real();
    return withLock(`${real}.lock`, () => {
      for (;;) {
        const before = this.#text();
        const draft = this.#parse(before);
        const result = edit(draft);
        const after = `${JSON.stringify(draft, null, 2)}\n`;
        this.#parse(after);
        if (after === before) return result;
        // An editor takes no lock.
        if (write(real, after, () => this.#text() === before)) return result;
      }
    });
  }

  /** Tells of every change on disk, whoever made it, until the function that it answers is called. */
  watch(changed: () => void): () => void {
    watchFile(this.path, { interval: LIMITS.fileWatchSeconds.value * 1_000, persistent: false }, changed);
    return () => unwatchFile(this.path, changed);
  }

  /** Whether somebody else on this computer could read the tokens. */
  isOpenToOthers(): boolean {
    const mode = statSync(this.path, { throwIfNoEntry: false })?.mode ?? 0;
    return process.platform !== 'win32' && (mode & 0o077) !== 0;
  }

  #text(): string | undefined {
    try {
      const size = statSync(this.path).size;
      if (size > LIMITS.fileBytes.value)
        throw new FileFault(`${this.path} is larger than ${LIMITS.fileBytes.value} bytes`);
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      if (error instanceof FileFault) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      throw new FileFault(`${this.path} cannot be read (${code}): make it a file that you may read`);
    }
  }

  #parse(text: string | undefined): Draft {
    if (text === undefined) return { controllers: [] };
    const plain = text.replace(/^\uFEFF/, '');
    const fault = jsonFault(plain);
    if (fault !== undefined) {
      const { line, column, says } = fault;
      throw new FileFault(`${this.path}, line ${line}, column ${column}: ${says}; mend it, or move the file away`);
    }
    const draft: unknown = JSON.parse(plain);
    const wrong = wrongIn(draft);
    if (wrong !== undefined) throw new FileFault(`${this.path}: ${wrong}; mend it, or move the file away`);
    return { ...(draft as Draft), controllers: (draft as Partial<Draft>).controllers ?? [] };
  }

  /** A link stays a link. */
  #real(): string {
    try {
      return realpathSync(this.path);
    } catch {
      return this.path;
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrongIn = (draft: unknown): string | undefined => {
  if (!isObject(draft)) return 'it has to be an object, such as {"controllers": []}';
  const { selected, controllers = [] } = draft;
  if (selected !== undefined && typeof selected !== 'string') return '"selected" has to be a controller’s name';
  if (!Array.isArray(controllers)) return '"controllers" has to be a list';
  if (controllers.length > LIMITS.controllers.value) return `more than ${LIMITS.controllers.value} controllers`;
  const names = new Set<unknown>();
  for (const [index, entry] of controllers.entries()) {
    const place = `controllers[${index}]`;
    if (!isObject(entry)) return `${place} has to be an object`;
    const wrong =
      faultOfName(entry.name) ??
      faultOfAddress(entry.address) ??
      faultOfToken(entry.token) ??
      faultOfFingerprint(entry.fingerprint);
    if (wrong !== undefined) return `${place} ${wrong}`;
    if (names.has(entry.name)) return `${place} has the name of another one`;
    names.add(entry.name);
  }
  return undefined;
};

/** Complete or not at all, and for nobody else's eyes; false if meanwhile somebody has changed what was there. */
const write = (path: string, text: string, unchanged: () => boolean): boolean => {
  const aside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    const file = openSync(aside, 'wx', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!unchanged()) return false;
    renameSync(aside, path);
    syncFolder(dirname(path));
    return true;
  } finally {
    rmSync(aside, { force: true });
  }
};

/** Windows knows no such thing. */
const syncFolder = (path: string): void => {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};
