/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One change of one record; `record: null` removes it. */
export interface Change {
  readonly table: string;
  readonly id: string;
  readonly record: Json;
}

/** What survives a restart. */
export interface Store {
  /** All records of a table as they were last written, by id. Read once at the start. */
  read(table: string): ReadonlyMap<string, Json>;
  /**
   * Writes all changes or none. Resolves once they would survive the loss of power; rejects with a `StoreFault`
   * (nothing changed) if they cannot be written. Changes that arrive meanwhile share the next write.
   */
  write(changes: readonly Change[]): Promise<void>;
  /** Writes what is pending and lets go of the files. */
  close(): Promise<void>;
}

/** The medium is full, read-only or broken: somebody has to look at the machine. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}
