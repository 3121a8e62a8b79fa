import { join } from 'node:path';
import type { Store } from '../twin/index.ts';
import { type Certificate, keepCertificate } from './certificate.ts';
import { migrate } from './data-version.ts';
import { lockFolder } from './folder-lock.ts';
import { PositionFile } from './position-file.ts';
import { openStore } from './store/sqlite-store.ts';

/** Everything that a controller keeps between two runs. It belongs to one process at a time. */
export interface DataFolder {
  readonly path: string;
  /** Users, sessions, secrets, and what house it is (`Identity`). */
  readonly controller: Store;
  /** The scenario and the last checkpoint. */
  readonly twin: Store;
  /** Folder of the journal. */
  readonly journal: string;
  readonly position: PositionFile;
  readonly certificate: Certificate;
  close(): Promise<void>;
}

/** Opens the folder, or begins one. Throws a `Refusal` if another process has it, or for a file that it must not touch. */
export const openDataFolder = async (path: string, say: (line: string) => void): Promise<DataFolder> => {
  const unlock = lockFolder(path);
  const stores: Store[] = [];
  const open = async (name: string): Promise<Store> => {
    const store = await openStore(join(path, name));
    stores.push(store);
    return store;
  };
  const close = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.close()));
    unlock();
  };
  try {
    const backUp = async (file: string) => (await import('./backup/write-backup.ts')).writeBackup(path, file);
    await migrate(path, { backUp, say });
    const position = new PositionFile(join(path, 'clock'));
    return {
      path,
      controller: await open('controller.sqlite'),
      twin: await open('twin.sqlite'),
      journal: join(path, 'journal'),
      position,
      certificate: await keepCertificate(join(path, 'certificate.pem')),
      async close() {
        position.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
