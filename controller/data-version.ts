import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { Refusal } from './refusal.ts';
import { replaceImage } from './store/image-file.ts';

/** The version of the data folder that this program writes. */
export const DATA_VERSION = 1 + MIGRATIONS.length;

/** The version of a folder; that of one which holds nothing is the present one. Throws a `Refusal` for a file that says none. */
export const readDataVersion = (folder: string): number => {
  const file = join(folder, 'version');
  // Folders began without one.
  if (!existsSync(file)) return existsSync(join(folder, 'controller.sqlite')) ? 1 : DATA_VERSION;
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Refusal(`${file} is damaged: write the version of the data into it, such as ${DATA_VERSION}`);
  return Number(text);
};

export interface MigrateOptions {
  /** Has the whole folder in one file before anything is changed. */
  backUp(file: string): Promise<unknown>;
  say(line: string): void;
  /** Left out: those of this program. */
  readonly migrations?: readonly Migration[];
}

/** Brings a folder to the present version: backs it up first, then takes one step after the other. Throws a `Refusal` for a newer one, with nothing changed. */
export const migrate = async (
  folder: string,
  { backUp, say, migrations = MIGRATIONS }: MigrateOptions,
): Promise<void> => {
  const present = 1 + migrations.length;
  const found = existsSync(join(folder, 'controller.sqlite')) ? readDataVersion(folder) : present;
  if (found > present) {
    throw new Refusal(
      `${folder} was written by a newer Twinhaus (version ${found} of the data, this one knows ${present}): start the newer one, restore an older backup, or name another folder`,
    );
  }
  if (found < present) {
    const backup = join(folder, `before-version-${present}.tar.gz`);
    // One that is there already was made before an attempt that did not come to its end.
    if (!existsSync(backup)) await backUp(backup);
    say(`the data is brought from version ${found} to ${present}; as it was, it is in ${backup}`);
  }
  for (const [index, { means, run }] of migrations.entries()) {
    if (index + 1 < found) continue;
    say(`version ${index + 2}: ${means}`);
    await run(folder);
    await writeVersion(folder, index + 2);
  }
  if (!existsSync(join(folder, 'version'))) await writeVersion(folder, present);
};

const writeVersion = (folder: string, version: number): Promise<void> =>
  replaceImage(join(folder, 'version'), Buffer.from(`${version}\n`));
