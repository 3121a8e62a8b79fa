import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BRIDGE, buildBridge } from './build-bridge.js';
import { buildConformance, CONFORMANCE, CONFORMANCE_ENTRY } from './build-conformance.js';
import { filesBelow } from './sources.js';

/** What the built program is made of. */
const FOLDERS = ['twin', 'hardware', 'api', 'controller', 'scenarios', 'bridge', 'conformance'];
const FILES = [
  'package.json',
  'package-lock.json',
  'scripts/build.js',
  'scripts/build-bridge.js',
  'scripts/build-conformance.js',
  'scripts/warm-up.js',
];

/** Builds `dist/` unless it was built from exactly these sources. */
export async function buildWhatChanged(root) {
  const dist = join(root, 'dist');
  const note = join(dist, 'built-from');
  const sources = digestOf(root);
  if (existsSync(note) && readFileSync(note, 'utf8') === sources) return;
  console.error('set-up: building');
  // Built aside: somebody may be running what is there.
  const aside = join(dist, `next-${process.pid}`);
  mkdirSync(aside, { recursive: true });
  try {
    await bundle(root, aside);
    await compileScenarios(root, aside);
    rmSync(note, { force: true });
    forgetCompiledCode(dist);
    for (const name of readdirSync(aside)) {
      if (name === 'scenarios') rmSync(join(dist, name), { recursive: true, force: true });
      renameSync(join(aside, name), join(dist, name));
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  await buildBridge(root);
  await buildConformance(root);
  await warmUp(root);
  writeFileSync(note, sources);
}

/** Libraries that no start needs, by the file that they are kept in. What is not loaded takes no memory. */
const APART = {
  'mqtt.cjs': ['mqtt'],
  'fastify.cjs': ['fastify'],
  'sockets.cjs': ['socket.io', 'engine.io'],
  'mcp.cjs': ['server/index.js', 'server/streamableHttp.js', 'types.js', 'validation/ajv-provider.js'].map(
    (path) => `@modelcontextprotocol/sdk/${path}`,
  ),
  'yaml.cjs': ['yaml'],
  'metrics.cjs': ['prom-client'],
};

/** What `twinhaus bridge` starts: kept in a file of its own, as it shares nothing with the rest. */
const BRIDGE_ENTRY = 'bridge/run-bridge.ts';

const FORM = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', minify: true, lineLimit: 400 };
const QUIET = { legalComments: 'none', logLevel: 'warning' };

/** The program as one file, in which what a start does not need is left asleep, and some libraries in files of their own. */
async function bundle(root, folder) {
  const { build } = await import('esbuild');
  await Promise.all([
    build({
      ...FORM,
      ...QUIET,
      absWorkingDir: root,
      entryPoints: ['controller/main.ts'],
      outfile: join(folder, 'twinhaus.cjs'),
      sourcemap: 'external',
      // The one finds its WebAssembly beside itself, the other its compiled code.
      external: ['sql.js', 'serialport'],
      plugins: [apart, { name: 'rxjs', setup: (build) => onlyWhatIsUsed(build, root) }],
      // Inside of one file everything is there already: no promise of a module is needed, nor a loader for it.
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'moduleAddress', 'import.meta.dirname': '__dirname' },
      banner: { js: 'const moduleAddress=require("node:url").pathToFileURL(__filename).href;' },
    }),
    ...Object.entries(APART).map(([file, names]) =>
      build({
        ...FORM,
        ...QUIET,
        stdin: {
          contents: names.map((name) => `exports['${name}'] = require('${name}');`).join('\n'),
          resolveDir: root,
        },
        outfile: join(folder, file),
      }),
    ),
    build({
      ...FORM,
      ...QUIET,
      ...BRIDGE,
      absWorkingDir: root,
      entryPoints: [BRIDGE_ENTRY],
      outfile: join(folder, 'bridge.cjs'),
    }),
    build({
      ...FORM,
      ...QUIET,
      ...CONFORMANCE,
      absWorkingDir: root,
      entryPoints: [CONFORMANCE_ENTRY],
      outfile: join(folder, 'conformance.cjs'),
    }),
  ]);
}

const apart = {
  name: 'apart',
  setup(build) {
    const files = new Map(Object.entries(APART).flatMap(([file, names]) => names.map((name) => [name, file])));
    build.onResolve({ filter: new RegExp(`^(${[...files.keys()].join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'apart',
    }));
    build.onResolve({ filter: /\/bridge\/run-bridge\.ts$/ }, () => ({ path: './bridge.cjs', external: true }));
    build.onResolve({ filter: /\/conformance\/main\.ts$/ }, () => ({ path: './conformance.cjs', external: true }));
    build.onResolve({ filter: /\.cjs$/, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => ({
      contents: `module.exports = require('./${files.get(path)}')['${path}'];`,
    }));
  },
};

/** For Node.js, rxjs offers only modules that are taken as a whole. */
const onlyWhatIsUsed = (build, root) => {
  const path = join(root, 'node_modules', 'rxjs', 'dist', 'esm', 'index.js');
  build.onResolve({ filter: /^rxjs$/ }, () => ({ path, sideEffects: false }));
};

/** What V8 compiled of the program that was here before. */
function forgetCompiledCode(dist) {
  for (const name of readdirSync(dist)) if (name.endsWith('.cache')) rmSync(join(dist, name));
}

/** Scenarios as JSON: checked now, so that a start does not have to. */
async function compileScenarios(root, aside) {
  const { build } = await import('esbuild');
  const compiler = join(aside, 'compile-scenarios.mjs');
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
  const { compileScenario } = await import(pathToFileURL(compiler).href);
  rmSync(compiler);
  const folder = join(aside, 'scenarios');
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
  for (const path of [...filesBelow(root, FOLDERS), ...FILES]) {
    if (path.endsWith('.test.ts')) continue;
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return digest.digest('hex');
}
