import { spawnSync } from 'node:child_process';
import { ROOT } from '../property-tests/fixtures.ts';

/** Why no package can be built here; `false` if one can. */
export const noDpkg: string | false =
  spawnSync('dpkg-deb', ['--version']).status === 0 ? false : 'needs dpkg-deb (apt-get install dpkg-dev)';

/** Builds the Debian package of the program as it stands; answers its path. The Node.js of this test starts it, if Debian has none. */
export const buildPackage = (out: string, version: string, environment: NodeJS.ProcessEnv = {}): string => {
  const script = `import { packageDeb } from './scripts/build-deb.js'; packageDeb(process.cwd(), process.argv.slice(1));`;
  const options = ['--out', out, '--version', version, '--node', process.execPath];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, '--', ...options],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout.trim();
};
