import assert from 'node:assert/strict';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { run, temporaryFolder } from '../../property-tests/fixtures.ts';

const GOOD = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
components: [{ cid: C1, type: switch, name: Light, bus: simulator }]
`;
const HUGE = 64 * 1024 * 1024;
const secret = (from: string) => `${GOOD}administrator: { password: { ${from} } }\n`;

/** What stands where the configuration is looked for, and what is said of it. */
const FILES: readonly (readonly [
  name: string,
  make: (file: string, folder: string) => void,
  command: readonly string[],
  says: RegExp,
])[] = [
  ['a file that is not there', () => {}, ['check'], /there is no such file; name one that is there/],
  ['a folder', (file) => mkdirSync(file), ['check'], /is a folder; name a file in it/],
  ['a folder at a start', (file) => mkdirSync(file), ['serve', '--config'], /is a folder; name a file in it/],
  [
    'a huge file',
    (file) => {
      writeFileSync(file, GOOD);
      truncateSync(file, HUGE);
    },
    ['check'],
    /is larger than 33554432 bytes/,
  ],
  [
    'a secret in a variable that is not set',
    (file) => writeFileSync(file, secret('env: TWINHAUS_NO_SUCH_VARIABLE')),
    ['serve', '--config'],
    /the variable TWINHAUS_NO_SUCH_VARIABLE is not set/,
  ],
  [
    'a secret in a file that is not there',
    (file) => writeFileSync(file, secret('file: none.txt')),
    ['serve', '--config'],
    /none\.txt cannot be read \(ENOENT\)/,
  ],
  [
    'a secret in a folder',
    (file, folder) => {
      mkdirSync(join(folder, 'secret'));
      writeFileSync(file, secret('file: secret'));
    },
    ['serve', '--config'],
    /secret cannot be read \(EISDIR\)/,
  ],
  [
    'a secret in an empty file',
    (file, folder) => {
      writeFileSync(join(folder, 'secret'), '\n');
      writeFileSync(file, secret('file: secret'));
    },
    ['serve', '--config'],
    /secret is empty/,
  ],
  [
    'a secret in a file without end',
    (file) => writeFileSync(file, secret('file: /dev/zero')),
    ['serve', '--config'],
    /\/dev\/zero is larger than 65536 bytes/,
  ],
];

describe('a configuration that cannot be had', () => {
  for (const [name, make, command, says] of FILES) {
    test(`because of ${name} ends the command with status 2 and one line`, async (context) => {
      const folder = temporaryFolder();
      context.after(() => folder.remove());
      const file = join(folder.path, 'controller.yaml');
      make(file, folder.path);

      const { status, stderr } = await run([...command, file], 60_000);

      assert.equal(status, 2, stderr);
      assert.match(stderr, says);
      assert.match(stderr, /^[^\n]+\n$/);
    });
  }
});
