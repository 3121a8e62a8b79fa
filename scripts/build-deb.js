import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { licencesOfOthers, stageProgram } from './stage-program.js';
import { WrongUsage } from './wrong-usage.js';

const HELP = `Builds the Debian package of Twinhaus and says where it is.

Usage: npm run package:deb -- [options]

Options:
  --out FOLDER    where to put it (default: dist/packages)
  --arch ARCH     amd64, arm64 or armhf (default: this machine's)
  --version V     version of the package (default: that of package.json)
  --node PATH     start with this Node.js, which no Debian package brought; the package then depends on none
  --help          this text

The same sources give the same bytes: times are those of SOURCE_DATE_EPOCH, else of the last commit.
`;

/** Debian's name of a machine, and Node.js's. */
const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64', armhf: 'arm' };
const DEFAULT_NODE = '/usr/bin/node';

/** What `npm run package:deb` does; answers the exit status. */
export function packageDeb(root, args) {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string', default: join(root, 'dist', 'packages') },
      arch: { type: 'string', default: debianNameOf(process.arch) },
      version: { type: 'string', default: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version },
      node: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (!(values.arch in ARCHITECTURES)) {
    throw new WrongUsage(
      `there is no package for ${values.arch}: --arch takes ${Object.keys(ARCHITECTURES).join(', ')}`,
    );
  }
  if (!/^\d[\w.+~]*$/.test(values.version)) {
    throw new WrongUsage(
      `${values.version} is no version of a package: it begins with a digit, such as 0.1.0 or 0.2.0~beta1`,
    );
  }
  if (values.node !== undefined && !/^\/[\w./+-]+$/.test(values.node)) {
    throw new WrongUsage(`--node needs a whole path such as /opt/node/bin/node, not ${values.node}`);
  }
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
    throw new Error('dpkg-deb is needed to build it: apt-get install dpkg-dev');
  }
  console.log(buildDeb(root, values));
  return 0;
}

/** Builds the package and answers its path. */
export function buildDeb(root, { out, arch, version, node }) {
  const epoch = epochOf(root);
  // What is made is for everybody to read, whatever its maker thinks of their own files.
  const mask = process.umask(0o022);
  const tree = mkdtempSync(join(tmpdir(), 'twinhaus-deb-'));
  try {
    chmodSync(tree, 0o755);
    fill(tree, { root, arch, version, epoch, node: node ?? DEFAULT_NODE });
    control(tree, { root, arch, version, isNodePackaged: node === undefined });
    setTimes(tree, epoch);
    mkdirSync(out, { recursive: true });
    const file = join(out, `twinhaus_${version}_${arch}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Several threads would cut the archive into other pieces on another machine.
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch), DPKG_DEB_THREADS_MAX: '1' },
    });
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
    process.umask(mask);
  }
}

const debianNameOf = (nodeName) => Object.entries(ARCHITECTURES).find(([, name]) => name === nodeName)?.[0] ?? nodeName;

/** Everything that is installed. */
function fill(tree, { root, arch, version, epoch, node }) {
  const given = (name) => readFileSync(join(root, 'packaging', 'debian', name), 'utf8');
  const filled = (name) => given(name).replaceAll('@NODE@', node).replaceAll('@VERSION@', version);
  const put = (path, text, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
    chmodSync(join(tree, path), mode);
  };
  stageProgram(root, join(tree, 'usr/lib/twinhaus'), { arch: ARCHITECTURES[arch] });
  // Started by /usr/bin/twinhaus alone, which knows the right Node.js.
  const program = 'usr/lib/twinhaus/bin/twinhaus.js';
  put(program, readFileSync(join(tree, program), 'utf8').replace(/^#!.*/, '//'));
  put('usr/bin/twinhaus', filled('twinhaus.sh'), 0o755);
  put('etc/twinhaus/controller.yaml', given('controller.yaml'));
  put('usr/share/man/man1/twinhaus.1.gz', gzip(filled('twinhaus.1')));
  put('usr/share/lintian/overrides/twinhaus', given('lintian-overrides'));
  put('usr/share/doc/twinhaus/copyright', given('copyright'));
  put('usr/share/doc/twinhaus/changelog.gz', gzip(changelog(version, epoch)));
  put('usr/share/doc/twinhaus/licences-of-others.gz', gzip(licencesOfOthers(root)));
  for (const guide of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))
    put(`usr/share/doc/twinhaus/${guide}`, readFileSync(join(root, 'docs', guide)));
  put('usr/share/doc/twinhaus/controller.schema.json', readFileSync(join(root, 'docs', 'controller.schema.json')));
  put('usr/lib/systemd/system/twinhaus.service', readFileSync(join(root, 'packaging', 'systemd', 'twinhaus.service')));
}

/** What the package manager has to know. */
function control(tree, { root, arch, version, isNodePackaged }) {
  const files = filesIn(tree, '');
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  const size = files.reduce((sum, path) => sum + Math.ceil(statSync(join(tree, path)).size / 1024), 0);
  const depends = [...(isNodePackaged ? ['nodejs (>= 20.19)'] : []), 'adduser', 'libc6 (>= 2.28)', 'libstdc++6'];
  const fields = [
    'Package: twinhaus',
    `Version: ${version}`,
    `Architecture: ${arch}`,
    'Maintainer: The Twinhaus project <twinhaus@example.org>',
    `Installed-Size: ${size}`,
    `Depends: ${depends.join(', ')}`,
    'Section: net',
    'Priority: optional',
    'Description: building-automation controller with a digital twin',
    ' Twinhaus controls a building over KNX, Modbus and MQTT, and shows it over',
    ' HTTP, Socket.io, webhooks, MCP and MQTT. It runs as a hardened service.',
    ' A simulated building to try things on and a conformance suite for',
    ' controllers are part of it.',
  ];
  writeFileSync(join(folder, 'control'), `${fields.join('\n')}\n`);
  writeFileSync(join(folder, 'conffiles'), '/etc/twinhaus/controller.yaml\n');
  writeFileSync(
    join(folder, 'md5sums'),
    files
      .filter((path) => !path.startsWith('etc/'))
      .map(sumOf)
      .join(''),
  );
  for (const name of ['control', 'conffiles', 'md5sums']) chmodSync(join(folder, name), 0o644);
  for (const name of ['postinst', 'prerm', 'postrm']) {
    copyFileSync(join(root, 'packaging', 'debian', name), join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }

  function sumOf(path) {
    const sum = createHash('md5')
      .update(readFileSync(join(tree, path)))
      .digest('hex');
    return `${sum}  ${path}\n`;
  }
}

/** Debian's form; what has changed is told in the release notes of the project. */
function changelog(version, epoch) {
  const date = new Date(epoch * 1_000).toUTCString().replace('GMT', '+0000');
  return `twinhaus (${version}) stable; urgency=medium\n\n  * Version ${version} of Twinhaus.\n\n -- The Twinhaus project <twinhaus@example.org>  ${date}\n`;
}

/** Seconds since 1970 that all files of the package are from. */
function epochOf(root) {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) {
    if (!/^\d+$/.test(given)) throw new Error(`SOURCE_DATE_EPOCH is ${given}: it has to be seconds since 1970`);
    return Number(given);
  }
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  if (status === 0 && existsSync(join(root, '.git'))) return Number(stdout);
  return Math.floor(statSync(join(root, 'package.json')).mtimeMs / 1_000);
}

/** Without a time in it. */
const gzip = (text) => gzipSync(text, { level: 9 });

const filesIn = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(root, path) : [path];
    })
    .sort();

function setTimes(path, epoch) {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) setTimes(join(path, name), epoch);
  lutimesSync(path, epoch, epoch);
}
