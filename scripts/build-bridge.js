import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The validator of schemas, which the bridge never asks: it is by far the largest part of the library. */
const leftOut = {
  name: 'left-out',
  setup(build) {
    build.onResolve({ filter: /^ajv(-formats)?$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /./, namespace: 'left-out' }, () => ({
      contents: 'export class Ajv {}\nexport default Ajv;',
    }));
  },
};

/** How the bridge is built wherever it is built to. */
export const BRIDGE = { bundle: true, platform: 'node', minify: true, lineLimit: 400, plugins: [leftOut] };

/** The bridge as one file that needs nothing but Node.js 18, and the licences of what is in it. */
export async function buildBridge(root) {
  const { build } = await import('esbuild');
  const dist = join(root, 'bridge', 'dist');
  const aside = join(dist, `next-${process.pid}`);
  mkdirSync(aside, { recursive: true });
  try {
    const { metafile } = await build({
      ...BRIDGE,
      absWorkingDir: root,
      entryPoints: ['bridge/main.ts'],
      outfile: join(aside, 'twinhaus-bridge.js'),
      target: 'node18',
      format: 'esm',
      legalComments: 'none',
      logLevel: 'warning',
      metafile: true,
      banner: { js: '#!/usr/bin/env node' },
    });
    chmodSync(join(aside, 'twinhaus-bridge.js'), 0o755);
    writeFileSync(join(aside, 'licences-of-others.txt'), licencesOf(root, Object.keys(metafile.inputs)));
    for (const name of readdirSync(aside)) renameSync(join(aside, name), join(dist, name));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Whoever passes on the work of others passes on their licence. */
function licencesOf(root, files) {
  const folders = new Set(files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
      const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, folder, file), 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** As `npm pack` asks for it, in a clone in which nothing has been built yet. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  if (!existsSync(join(root, 'node_modules', 'esbuild'))) throw new Error('run "npm ci" first');
  await buildBridge(root);
}
