import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Refusal } from '../refusal.ts';
import { previousOf } from './image-file.ts';
import { type Database, rows, sqlite } from './sqlite.ts';

/** `Twin` in ASCII: tells our images from other SQLite files. */
const APPLICATION_ID = 0x54_77_69_6e;
/** Raised with every change of the layout that an older program would not understand. */
const LAYOUT = 1;

/** Opens the image in `file`, or an empty one if there is none. What is damaged, foreign or newer is refused and left untouched. */
export const openImage = async (file: string): Promise<Database> => {
  const { Database } = await sqlite();
  if (!existsSync(file)) {
    if (existsSync(previousOf(file))) {
      throw new Refusal(
        `${file} is missing, but ${basename(previousOf(file))} is there: rename it to go on with it, or remove it too`,
      );
    }
    return lay(new Database());
  }
  const bytes = readFileSync(file);
  if (bytes.length === 0) throw damaged(file, 'it is empty');
  const database = new Database(bytes);
  try {
    inspect(file, database);
    return database;
  } catch (error) {
    database.close();
    throw error instanceof Refusal ? error : damaged(file, error instanceof Error ? error.message : String(error));
  }
};

/**
 * FNV-1a over what a row says. SQLite notices a broken page, not a flipped bit inside a text; this does.
 */
export const checksum = (table: string, id: string, record: string): number => {
  let hash = 0x81_1c_9d_c5;
  for (const text of [table, '\0', id, '\0', record]) {
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
    }
  }
  return hash >>> 0;
};

const lay = (database: Database): Database => {
  database.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  database.run(`PRAGMA user_version = ${LAYOUT}`);
  database.run(
    `CREATE TABLE records ("table" TEXT NOT NULL, id TEXT NOT NULL, record TEXT NOT NULL, checksum INTEGER NOT NULL,
     PRIMARY KEY ("table", id)) WITHOUT ROWID`,
  );
  return database;
};

const inspect = (file: string, database: Database): void => {
  const application = rows(database, 'PRAGMA application_id')[0]?.[0];
  const layout = Number(rows(database, 'PRAGMA user_version')[0]?.[0]);
  if (application !== APPLICATION_ID) {
    throw new Refusal(`${file} is not a file of Twinhaus: name another folder, or move the file away`);
  }
  if (layout > LAYOUT) {
    throw new Refusal(
      `${file} was written by a newer Twinhaus (layout ${layout}, this one knows ${LAYOUT}): start the newer one, or name another folder`,
    );
  }
  const verdict = rows(database, 'PRAGMA integrity_check')[0]?.[0];
  if (verdict !== 'ok') throw damaged(file, String(verdict).split('\n')[0] ?? '');
  for (const [table, id, record, sum] of rows(database, 'SELECT "table", id, record, checksum FROM records')) {
    if (checksum(String(table), String(id), String(record)) !== sum) {
      throw damaged(file, `the record ${String(id)} of ${String(table)} is not what was written`);
    }
  }
};

const damaged = (file: string, why: string): Refusal => {
  const mend = existsSync(previousOf(file))
    ? `copy ${basename(previousOf(file))} over it to go back to the image before, or move both away to start afresh`
    : 'move it away to start afresh';
  return new Refusal(`${file} is damaged (${why.replace(/\s+/g, ' ').trim()}): ${mend}`);
};
