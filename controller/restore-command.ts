import type { Command } from './command.ts';
import { dataOf } from './data-of.ts';
import { Refusal } from './refusal.ts';

/** `twinhaus restore`: makes a data folder of a backup. */
export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE --data DIR | --config FILE [--replace]',
  means: 'Makes a data folder of a backup, once the whole backup was found to be what was written.',
  options: [
    { name: 'data', argument: 'DIR', means: 'the data folder to make' },
    { name: 'config', argument: 'FILE', means: 'the configuration that names the data folder' },
    { name: 'replace', means: 'takes the place of a folder that is there, and keeps that one beside it' },
  ],
  examples: [['twinhaus restore house.tar.gz --data /var/lib/twinhaus', 'on this machine or on another one']],
  async run(typed) {
    const [file, more] = typed.operands;
    if (file === undefined || more !== undefined)
      throw new Refusal('name one file: twinhaus restore house.tar.gz --data DIR');
    const { restoreBackup } = await import('./backup/restore-backup.ts');
    const data = await dataOf(typed);
    const aside = await restoreBackup(file, data, typed.switches.has('replace'));
    const kept = aside === null ? '' : `; what was there before is in ${aside}`;
    process.stdout.write(`${data}: as it was in ${file}${kept}\n`);
    return 0;
  },
};
