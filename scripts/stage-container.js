import { chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { licencesOfOthers, stageProgram } from './stage-program.js';

/** The user that images run as; the recipes name the same number. */
const USER = 10_001;

/** Puts everything that the image of the controller holds, but for Node.js, into `folder`. */
export function stageContainer(root, folder) {
  const program = join(folder, 'usr/lib/twinhaus');
  stageProgram(root, program);
  writeFileSync(join(program, 'licences-of-others.txt'), licencesOfOthers(root));
  copyFileSync(join(root, 'packaging/container/health.mjs'), join(program, 'health.mjs'));
  mkdirSync(join(folder, 'etc/twinhaus'), { recursive: true });
  copyFileSync(join(root, 'packaging/container/controller.yaml'), join(folder, 'etc/twinhaus/controller.yaml'));
  for (const own of ['var/lib/twinhaus', 'var/cache/twinhaus', 'reports']) {
    mkdirSync(join(folder, own), { recursive: true });
    chownSync(join(folder, own), USER, USER);
  }
}

/** As the recipes of the images ask for it: `node scripts/stage-container.js FOLDER`. */
if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('name the folder: node scripts/stage-container.js FOLDER');
  stageContainer(dirname(import.meta.dirname), folder);
}
