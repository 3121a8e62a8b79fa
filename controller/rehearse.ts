import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from './assemble.ts';
import type { Configuration } from './configuration/configuration.ts';
import { unopened } from './configuration/open-buses.ts';
import type { Log } from './log.ts';
import { load } from './scenario-folders.ts';

/**
 * Starts the controller once on a copy of what is kept, with this program and this configuration, without buses and without listening: migrations are tried and the journal is put in
 * again. The running controller goes on. Answers what came of it; throws what a start would throw.
 */
export const rehearse = async ({ scenario, data }: Configuration, log: Log): Promise<string> => {
  const { writeBackup } = await import('./backup/write-backup.ts');
  const { restoreBackup } = await import('./backup/restore-backup.ts');
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-rehearsal-'));
  try {
    const backup = join(folder, 'backup.tar.gz');
    const copy = join(folder, 'data');
    await writeBackup(data, backup);
    await restoreBackup(backup, copy, false);
    const real = { scenario, accounts: async () => [], bus: unopened };
    const controller = await assemble({ real, data: copy, load, log });
    const { twin, access } = controller.life;
    const found = [
      `${twin.components.size} components`,
      `${twin.rooms.size} rooms`,
      `${twin.automations.size} automations`,
      `${access.users.size} users`,
    ];
    await controller.close();
    return `A start would go on with ${found.join(', ')} at line ${twin.sequence} of the journal. Nothing was changed.\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
