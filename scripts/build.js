import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './sources.js';

/** What the built program is made of. */
const MADE_OF = ['twin', 'hardware', 'api', 'controller', 'scenarios', 'scripts', 'package.json', 'package-lock.json'];

/** Builds `dist/` unless it was built from exactly these sources. */
export async function buildWhatChanged(root) {
  const dist = join(root, 'dist');
  const note = join(dist, 'built-from');
  const sources = digestOf(root);
  if (existsSync(note) && readFileSync(note, 'utf8') === sources) return;
  console.error('set-up: building');
  mkdirSync(dist, { recursive: true });
  rmSync(note, { force: true });
  await bundle(root);
  forgetCompiledCode(dist);
  await compileScenarios(root);
  await warmUp(root);
  writeFileSync(note, sources);
}

/** The program as one file: what a command does not need is in it, but is not run. */
async function bundle(root) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['controller/main.ts'],
    outfile: 'dist/twinhaus.cjs',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
    lineLimit: 400,
    sourcemap: 'external',
    legalComments: 'none',
    // Finds its WebAssembly beside itself.
    external: ['sql.js'],
    // Inside of one file everything is there already: no promise of a module is needed, nor a loader for it.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'moduleAddress', 'import.meta.dirname': '__dirname' },
    banner: { js: 'const moduleAddress=require("node:url").pathToFileURL(__filename).href;' },
    logLevel: 'warning',
  });
}

/** What V8 compiled of the program that was here before. */
function forgetCompiledCode(dist) {
  for (const name of readdirSync(dist)) if (name.endsWith('.cache')) rmSync(join(dist, name));
}

/** Scenarios as JSON: checked now, so that a start does not have to. */
async function compileScenarios(root) {
  const { build } = await import('esbuild');
  const compiler = join(root, 'dist', 'compile-scenarios.mjs');
  await build({
    absWorkingDir: root,
    stdin: { contents: "export { compileScenario } from './controller/scenario/index.ts';", resolveDir: root },
    outfile: compiler,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  const { compileScenario } = await import(`${compiler}?${Date.now()}`);
  rmSync(compiler);
  const folder = join(root, 'dist', 'scenarios');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const path of filesBelow(root, ['scenarios']).filter((path) => path.endsWith('.yaml'))) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.yaml'.length);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(await compileScenario(join(root, path))));
  }
}

/** Starts the program once and uses it a little, so that V8 has compiled what every start needs. */
async function warmUp(root) {
  const { run } = await import('./warm-up.js');
  await run(root);
}

function digestOf(root) {
  const digest = createHash('sha256');
  const folders = MADE_OF.filter((name) => !name.includes('.'));
  const files = MADE_OF.filter((name) => name.includes('.'));
  for (const path of [...filesBelow(root, folders), ...files]) {
    if (path.endsWith('.test.ts')) continue;
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return digest.digest('hex');
}
