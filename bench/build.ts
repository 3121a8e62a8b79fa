import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Inside of the project, so that its packages are found. */
const FOLDER = join(HERE, '..', 'dist', `bench-${process.pid}`);
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** A program of this folder as one plain JavaScript file: no contestant runs under a loader that the others do not have. */
export function built(name: string): Promise<string> {
  const file = files.get(name) ?? bundle(name);
  files.set(name, file);
  return file;
}

const files = new Map<string, Promise<string>>();

async function bundle(name: string): Promise<string> {
  const outfile = join(FOLDER, `${name.replaceAll('/', '-')}.js`);
  mkdirSync(FOLDER, { recursive: true });
  await build({
    entryPoints: [join(HERE, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
}
