import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What `twinhaus conformance` starts. */
export const CONFORMANCE_ENTRY = 'conformance/main.ts';

/** Faster relatives of what the WebSocket libraries do themselves, if somebody has installed them. */
export const CONFORMANCE = {
  bundle: true,
  platform: 'node',
  external: ['bufferutil', 'utf-8-validate'],
  logOverride: { 'direct-eval': 'silent' },
};

/** The suite as a package: one file, which takes its libraries from beside itself. */
export async function buildConformance(root) {
  const { build } = await import('esbuild');
  const dist = join(root, 'conformance', 'dist');
  const aside = join(dist, `next-${process.pid}`);
  mkdirSync(aside, { recursive: true });
  try {
    await build({
      ...CONFORMANCE,
      absWorkingDir: root,
      entryPoints: ['conformance/twinhaus-conformance.ts'],
      outfile: join(aside, 'twinhaus-conformance.js'),
      packages: 'external',
      target: 'node20',
      format: 'esm',
      legalComments: 'none',
      logLevel: 'warning',
    });
    chmodSync(join(aside, 'twinhaus-conformance.js'), 0o755);
    for (const name of readdirSync(aside)) renameSync(join(aside, name), join(dist, name));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** As `npm pack` asks for it, in a clone in which nothing has been built yet. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  if (!existsSync(join(root, 'node_modules', 'esbuild'))) throw new Error('run "npm ci" first');
  await buildConformance(root);
}
