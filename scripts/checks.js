import { join } from 'node:path';
import { foreground } from './foreground.js';

/** Types. */
export function types(root) {
  console.log('check: types (tsc)');
  return foreground(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'], {
    cwd: root,
  });
}

/** Formatter and linter. */
export function form(root) {
  console.log('check: formatter and linter (biome)');
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  return foreground(process.execPath, [biome, 'check', '--error-on-warnings', '.'], { cwd: root });
}
