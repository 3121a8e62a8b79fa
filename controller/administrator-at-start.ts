import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hasIdentity } from './kept-house.ts';
import { openStore } from './store/sqlite-store.ts';
import { isUnshown } from './unshown-password.ts';

/** What a start on a data folder would do about the administrator; `unknown`: the folder cannot be read by whoever asks. */
export type AdministratorAtStart = 'made' | 'shown again' | 'there' | 'unknown';

/** Looks into a data folder without changing anything. Rejects with a `Refusal` for one that no start would take. */
export const administratorAtStart = async (folder: string): Promise<AdministratorAtStart> => {
  const file = join(folder, 'controller.sqlite');
  try {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return 'made';
    const store = await openStore(file);
    try {
      if (!hasIdentity(store)) return 'made';
      return isUnshown(store) ? 'shown again' : 'there';
    } finally {
      await store.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return 'unknown';
  }
};
