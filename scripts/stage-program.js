import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';

/** Libraries that the built program takes from beside itself; see `external` in build.js. */
const BESIDE = ['sql.js', 'serialport'];

/** What a library needs where it is compiled: its compiled form is there. */
const TO_COMPILE = new Set(['node-addon-api']);

/** Of a library, what no program that runs ever reads. */
const NEEDLESS =
  /(?:\.(?:map|ts|mts|cts|zip|md|gyp|gypi|yml|flow)|\.tsbuildinfo|\/\.[^/]*|\/(?:optional\.js|build-test\.js|bin\.js|logo\.svg|eslint\.config\.cjs|test|tests|example|examples|bin|deps|[^/]+\.(?:cpp|h|cc|gyp)))$/i;
/** Of SQLite, the one form that is used. */
const OTHER_SQLITE = /\/sql\.js\/dist\/(?!sql-wasm\.(?:js|wasm)$).+/;

/**
 * Puts the built program and all that it needs at run time, but for Node.js, into `folder`: as it is installed by the Debian package and in
 * container images. `arch` is that of Node.js, such as `x64`: only its serial driver is taken.
 */
export function stageProgram(root, folder, { arch = process.arch } = {}) {
  if (!existsSync(join(root, 'dist', 'built-from'))) throw new Error('it is not built yet: run "npm run build" first');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  for (const name of readdirSync(join(root, 'dist'))) {
    if (!name.endsWith('.cjs') && name !== 'scenarios') continue;
    cpSync(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true });
  }
  const { license, name, version } = manifestIn(root);
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, license, private: true }, null, 2)}\n`,
  );
  for (const library of closureOf(root, BESIDE)) {
    if (!TO_COMPILE.has(basename(library))) copyLibrary(library, join(folder, relative(root, library)), arch);
  }
  makeReadable(folder);
}

/** Name, version and licence of every library that is part of the program, wherever it ended up in it. */
export function licencesOfOthers(root) {
  const workspaces = ['.', 'bridge', 'conformance'].map((path) => manifestIn(join(root, path)));
  const direct = [...new Set(workspaces.flatMap(({ dependencies = {} }) => Object.keys(dependencies)))];
  return [...closureOf(root, direct)]
    .sort()
    .map((library) => {
      const { name, version, license } = manifestIn(library);
      const file = readdirSync(library).find((each) => /^licen[cs]e/i.test(each));
      const text = file === undefined ? `Licence: ${license}` : readFileSync(join(library, file), 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Folders of the libraries and of whatever they need in turn. */
function closureOf(root, names) {
  const found = new Set();
  const visit = (name, from, optional) => {
    const folder = folderOf(name, from);
    if (folder === undefined) {
      if (optional) return;
      throw new Error(`${name} is not installed: run "npm ci" first`);
    }
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = manifestIn(folder);
    for (const each of Object.keys(dependencies)) visit(each, folder, each in optionalDependencies);
  };
  for (const name of names) visit(name, root, false);
  return found;
}

/** Where Node.js finds a library that `from` asks for, whether or not it exports its manifest. */
function folderOf(name, from) {
  // Asked for a name that Node.js does not have itself: some libraries are called like its own modules.
  const paths = createRequire(join(from, 'package.json')).resolve.paths('any-library') ?? [];
  return paths.map((path) => join(path, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

function copyLibrary(from, to, arch) {
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => {
      const within = relative(from, path).split(sep);
      if (within[0] === '') return true;
      if (within.includes('node_modules')) return false;
      if (within[0] === 'prebuilds' && within.length > 1) {
        return within[1] === `linux-${arch}` && !path.endsWith('.musl.node');
      }
      if (/^licen[cs]e/i.test(within.at(-1) ?? '')) return true;
      return !NEEDLESS.test(path.split(sep).join('/')) && !OTHER_SQLITE.test(path.split(sep).join('/'));
    },
  });
}

/** For everybody to read, and to change for nobody but their owner. */
function makeReadable(path) {
  const isFolder = statSync(path).isDirectory();
  const isProgram = path.endsWith(join('bin', 'twinhaus.js'));
  chmodSync(path, isFolder || isProgram ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(path)) makeReadable(join(path, name));
}
