import type { Command } from './command.ts';
import { dataOf } from './data-of.ts';
import { Refusal } from './refusal.ts';

/** `twinhaus backup`: everything that a controller keeps, in one file. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE --data DIR | --config FILE',
  means: 'Writes everything that a controller keeps to one file, also while it runs.',
  options: [
    { name: 'data', argument: 'DIR', means: 'the data folder' },
    { name: 'config', argument: 'FILE', means: 'the configuration that names the data folder' },
  ],
  examples: [['twinhaus backup house.tar.gz --data /var/lib/twinhaus', 'the file holds keys: keep it like a password']],
  async run(typed) {
    const [file, more] = typed.operands;
    if (file === undefined || more !== undefined)
      throw new Refusal('name one file: twinhaus backup house.tar.gz --data DIR');
    const { writeBackup } = await import('./backup/write-backup.ts');
    const data = await dataOf(typed);
    const bytes = await writeBackup(data, file);
    process.stdout.write(`${file}: ${data} as it is now, ${bytes} bytes\n`);
    return 0;
  },
};
