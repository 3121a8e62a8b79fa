import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { foreground } from './foreground.js';

/** Installs the packages of package-lock.json unless exactly these are there, and makes `npx twinhaus` find this clone. */
export async function installWhatIsMissing(root) {
  const difference = firstDifference(root);
  if (difference !== undefined) {
    console.error(`set-up: installing packages (${difference})`);
    const status = await npm(['ci', '--no-fund', '--no-audit', '--loglevel=error'], root);
    if (status !== 0) throw new Error(`"npm ci" ended with status ${status}; its own words are above`);
  }
  linkCommand(root);
}

/** What npm installed last, which it notes down itself, against what package-lock.json asks for. */
function firstDifference(root) {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return 'none are there';
  const installed = packagesIn(note);
  for (const [path, { version, optional, link }] of Object.entries(packagesIn(join(root, 'package-lock.json')))) {
    if (path === '' || link) continue;
    const there = installed[path];
    if (there === undefined && optional) continue;
    const name = path.replace('node_modules/', '');
    if (there === undefined) return `${name} is missing`;
    if (there.version !== version) return `${name} is ${there.version} instead of ${version}`;
  }
  return undefined;
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function npm(args, cwd) {
  const { npm_execpath: own } = process.env;
  // As npm's child we know where it is; standard output stays free for what was asked for.
  const stdio = ['ignore', 2, 2];
  return own?.endsWith('.js')
    ? foreground(process.execPath, [own, ...args], { cwd, stdio })
    : foreground('npm', args, { cwd, stdio, shell: process.platform === 'win32' });
}

function linkCommand(root) {
  if (process.platform === 'win32') return;
  const bin = join(root, 'node_modules', '.bin');
  const link = join(bin, 'twinhaus');
  if (existsSync(link)) return;
  mkdirSync(bin, { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', '..', 'bin', 'twinhaus.js'), link);
}
