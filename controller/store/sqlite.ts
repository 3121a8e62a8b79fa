import type { Database, SqlJsStatic } from 'sql.js';

export type { Database } from 'sql.js';

let loading: Promise<SqlJsStatic> | undefined;

/** SQLite, loaded at first use: whoever keeps nothing on disk never pays for it. */
export const sqlite = (): Promise<SqlJsStatic> => {
  loading ??= import('sql.js').then(({ default: initialize }) => initialize());
  return loading;
};

/** The rows of a query with at most one statement. */
export const rows = (database: Database, sql: string, parameters: string[] = []): unknown[][] =>
  database.exec(sql, parameters)[0]?.values ?? [];
