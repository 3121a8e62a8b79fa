import type { Change, Json, Store } from '../twin/index.ts';

/** A store that a test can look into, and that outlives the house that wrote to it. */
export class MemoryStore implements Store {
  readonly #tables = new Map<string, Map<string, Json>>();

  /** In the order of the identifiers as texts, as SQLite gives them back. */
  read(table: string): ReadonlyMap<string, Json> {
    return new Map([...(this.#tables.get(table) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Takes records as JSON would give them back. */
  write(changes: readonly Change[]): Promise<void> {
    for (const { table, id, record } of changes) {
      const records = this.#tables.get(table) ?? new Map<string, Json>();
      this.#tables.set(table, records);
      if (record === null) records.delete(id);
      else records.set(id, JSON.parse(JSON.stringify(record)));
    }
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
