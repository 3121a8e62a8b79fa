import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { temporaryFolder } from '../property-tests/fixtures.ts';
import { buildPackage, noDpkg } from './built-package.ts';

const noLintian: string | false =
  spawnSync('lintian', ['--version']).status === 0 ? false : 'needs lintian (apt-get install lintian)';

/** A commit in between is another time. */
const WHEN = { SOURCE_DATE_EPOCH: '1700000000' };

describe('the Debian package', { skip: noDpkg, timeout: 600_000 }, () => {
  const folder = temporaryFolder();
  let file = '';
  before(() => {
    file = buildPackage(folder.path, '0.1.0', WHEN);
  });
  after(() => folder.remove());

  const ask = (...args: readonly string[]): string =>
    spawnSync('dpkg-deb', [...args], { encoding: 'utf8', maxBuffer: 16_777_216 }).stdout;

  test('has the same bytes when it is built again, on another day, in another zone, by somebody who hides their files', () => {
    const again = join(folder.path, 'again');
    const temporary = join(folder.path, 'temporary');
    mkdirSync(temporary);
    const mask = process.umask(0o077);
    let second: string;
    try {
      second = buildPackage(again, '0.1.0', { ...WHEN, TZ: 'Asia/Tokyo', TMPDIR: temporary, LC_ALL: 'C' });
    } finally {
      process.umask(mask);
    }

    assert.ok(readFileSync(file).equals(readFileSync(second)), `${file} and ${second} differ`);
  });

  test('carries the time that it is told to', () => {
    const other = buildPackage(join(folder.path, 'other'), '0.1.0', { SOURCE_DATE_EPOCH: '1000000000' });
    const times = [...ask('--contents', other).matchAll(/\s(\d{4}-\d\d-\d\d)\s/g)].map(([, day]) => day);

    assert.ok(times.length > 50, String(times.length));
    assert.deepEqual([...new Set(times)], ['2001-09-09']);
  });

  test('asks for Node.js, unless it is told where another one is', () => {
    assert.doesNotMatch(ask('--field', file, 'Depends'), /nodejs/);
    const script = `import { buildDeb } from './scripts/build-deb.js'; console.log(buildDeb(process.cwd(), { out: process.argv[1], arch: 'arm64', version: '9' }));`;
    const built = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder.path], { encoding: 'utf8' });
    const foreign = built.stdout.trim();

    assert.match(ask('--field', foreign, 'Depends'), /nodejs \(>= 20\.19\)/);
    assert.match(ask('--contents', foreign), /prebuilds\/linux-arm64\/\S+\.node/);
    assert.doesNotMatch(ask('--contents', foreign), /linux-x64/);
  });

  test('keeps what belongs to the owner apart from what is replaced', () => {
    const contents = ask('--contents', file);

    assert.equal(ask('--info', file, 'conffiles').trim(), '/etc/twinhaus/controller.yaml');
    for (const path of [
      './usr/bin/twinhaus',
      './usr/lib/systemd/system/twinhaus.service',
      './usr/share/man/man1/twinhaus.1.gz',
      './usr/share/doc/twinhaus/copyright',
      './usr/share/doc/twinhaus/changelog.gz',
      './usr/share/doc/twinhaus/controller.schema.json',
      './usr/share/doc/twinhaus/serve.md',
      './usr/share/doc/twinhaus/import.md',
      './usr/share/doc/twinhaus/home-assistant.md',
    ]) {
      assert.ok(contents.includes(` ${path}\n`), path);
    }
    assert.doesNotMatch(contents, /\.map\n|\.cache\n|\.test\.|tsx|esbuild/);
  });

  test('has no error in the eyes of lintian', { skip: noLintian }, () => {
    const { stdout, stderr } = spawnSync('lintian', ['--allow-root', '--fail-on', 'none', file], { encoding: 'utf8' });

    assert.doesNotMatch(`${stdout}${stderr}`, /^E:/m);
  });

  for (const [what, args, says] of [
    ['an unknown machine', ['--arch', 'sparc'], /no package for sparc/],
    ['what is no version', ['--version', 'latest'], /latest is no version/],
    ['a Node.js somewhere', ['--node', 'node'], /--node needs a whole path/],
  ] as const) {
    test(`is not built for ${what}`, () => {
      const script = `import { packageDeb } from './scripts/build-deb.js'; try { packageDeb(process.cwd(), process.argv.slice(1)); } catch (error) { console.log(error.message); process.exitCode = error.name === 'WrongUsage' ? 2 : 1; }`;
      const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
        encoding: 'utf8',
      });

      assert.equal(status, 2);
      assert.match(stdout, says);
    });
  }
});
