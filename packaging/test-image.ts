import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, temporaryFolder } from '../property-tests/fixtures.ts';
import { instructionsOf } from './image-recipe.ts';

const LIMIT_MS = 120_000;

/** Why no container can be tried here; `false` if one can. */
export const noDaemon: string | false = (() => {
  const isAsked = process.env.DOCKER_HOST !== undefined;
  const answers = isAsked && spawnSync('docker', ['info'], { timeout: 10_000, stdio: 'ignore' }).status === 0;
  return answers ? false : 'needs a container daemon: .ci/with-docker node scripts/set-up.js test packaging/container';
})();

/** Runs `docker` to its end; answers what it said on both channels, and throws if it failed. */
export const docker = (...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync('docker', [...args], { encoding: 'utf8', timeout: LIMIT_MS });
  if (status !== 0) throw error ?? new Error(`docker ${args.join(' ')} ended with ${status}: ${stderr}`);
  return `${stdout}${stderr}`;
};

/**
 * An image as a recipe describes it, from Debian packages and the Node.js of this test, as no public image can be pulled everywhere: the
 * same files, the same user, ports, environment, health check and command.
 */
export const testImage = (name: string, recipe: string): void => {
  const folder = temporaryFolder();
  try {
    const script = `import { stageContainer } from './scripts/stage-container.js'; stageContainer(process.cwd(), process.argv[1]);`;
    succeed(process.execPath, ['--input-type=module', '-e', script, folder.path]);
    const bin = join(folder.path, 'usr/local/bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(process.execPath, join(bin, 'node'));
    chmodSync(join(bin, 'node'), 0o755);
    const make = fileURLToPath(new URL('container/image-of-packages.sh', import.meta.url));
    succeed(make, [name, 'libc6 libstdc++6 libgcc-s1 libatomic1', ...instructionsOf(recipe)], folder.path);
  } finally {
    folder.remove();
  }
};

const succeed = (program: string, args: readonly string[], extra = ''): void => {
  const { status, stderr, stdout } = spawnSync(program, [...args], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: LIMIT_MS,
    env: { ...process.env, ...(extra === '' ? {} : { IMAGE_EXTRA: extra }) },
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
};
