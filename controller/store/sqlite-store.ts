import { type Change, type Json, type Store, StoreFault } from '../../twin/index.ts';
import { replaceImage } from './image-file.ts';
import { type Database, rows } from './sqlite.ts';
import { checksum, openImage } from './sqlite-image.ts';

/** Changes that may wait for the disk; more are refused. */
const PENDING_LIMIT = 100_000;

/** Opens the store in `file`, or begins one. Throws a `Refusal` for a file that it must not touch. */
export const openStore = async (file: string): Promise<Store> => new SqliteStore(file, await openImage(file));

interface Pending {
  readonly changes: readonly Row[];
  resolve(): void;
  reject(fault: StoreFault): void;
}

/** A change as SQLite takes it. */
interface Row {
  readonly table: string;
  readonly id: string;
  readonly record: string | null;
}

/** SQLite lives in memory; a change is acknowledged once the image that holds it is on disk. */
class SqliteStore implements Store {
  readonly #file: string;
  readonly #database: Database;
  #pending: Pending[] = [];
  #pendingChanges = 0;
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(file: string, database: Database) {
    this.#file = file;
    this.#database = database;
  }

  read(table: string): ReadonlyMap<string, Json> {
    return new Map(
      rows(this.#database, 'SELECT id, record FROM records WHERE "table" = ?', [table]).map(([id, record]) => [
        String(id),
        JSON.parse(String(record)),
      ]),
    );
  }

  write(changes: readonly Change[]): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreFault('the store is closed'));
    if (changes.length === 0) return Promise.resolve();
    if (this.#pendingChanges + changes.length > PENDING_LIMIT) {
      return Promise.reject(new StoreFault(`more than ${PENDING_LIMIT} changes wait for the disk`));
    }
    // Encoded now: what the caller does to its objects later is another change.
    const encoded = changes.map(({ table, id, record }) => ({
      table,
      id,
      record: record === null ? null : JSON.stringify(record),
    }));
    this.#pendingChanges += changes.length;
    return new Promise((resolve, reject) => {
      this.#pending.push({ changes: encoded, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writing;
    this.#database.close();
  }

  async #writeAll(): Promise<void> {
    // One turn of patience: whatever arrives in the same breath shares the first image.
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      this.#pendingChanges = 0;
      let undo: readonly Row[] = [];
      try {
        undo = this.#apply(batch.flatMap(({ changes }) => changes));
        await replaceImage(this.#file, this.#database.export());
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#apply(undo);
        const fault = new StoreFault(`${this.#file} cannot be written: ${(error as Error).message}`, { cause: error });
        for (const { reject } of batch) reject(fault);
      }
    }
    this.#writing = undefined;
  }

  /** Applies changes in order and answers what takes them back, in the order to apply it. */
  #apply(changes: readonly Row[]): Row[] {
    const undo: Row[] = [];
    if (changes.length === 0) return undo;
    this.#database.run('BEGIN');
    const find = this.#database.prepare('SELECT record FROM records WHERE "table" = ? AND id = ?');
    const put = this.#database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)');
    const remove = this.#database.prepare('DELETE FROM records WHERE "table" = ? AND id = ?');
    for (const { table, id, record } of changes) {
      find.bind([table, id]);
      undo.push({ table, id, record: find.step() ? String(find.get()[0]) : null });
      find.reset();
      if (record === null) remove.run([table, id]);
      else put.run([table, id, record, checksum(table, id, record)]);
    }
    for (const statement of [find, put, remove]) statement.free();
    this.#database.run('COMMIT');
    return undo.reverse();
  }
}
