import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws unless this is a Node.js that `package.json` names. */
export function requireNode(root) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const needed = engines.node.replace('>=', '').split('.').map(Number);
  const present = process.versions.node.split('.').map(Number);
  const difference = needed.map((part, index) => present[index] - part).find((part) => part !== 0) ?? 0;
  if (difference < 0) {
    throw new Error(`this is Node.js ${process.versions.node}, and Twinhaus needs ${needed.join('.')} or later`);
  }
}
