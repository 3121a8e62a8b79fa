import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that hold our own code. */
export const FOLDERS = [
  'twin',
  'hardware',
  'api',
  'controller',
  'scenarios',
  'property-tests',
  'docs',
  'bench',
  'scripts',
  'bridge',
  'conformance',
  'packaging',
];

/** Folders of a workspace that hold what was made or fetched. */
const MADE = new Set(['dist', 'node_modules']);

/** Every file below the folders, relative to the root, in one order on every machine. */
export function filesBelow(root, folders) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!MADE.has(entry.name)) walk(path);
      } else if (entry.isFile()) found.push(path);
    }
  };
  const present = new Set(readdirSync(root));
  for (const folder of folders) if (present.has(folder)) walk(folder);
  return found.sort();
}
