import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run, startServe, temporaryFolder } from '../property-tests/fixtures.ts';
import { administratorAtStart } from './administrator-at-start.ts';
import { counted } from './counted.ts';
import { Refusal } from './refusal.ts';
import { openStore } from './store/sqlite-store.ts';
import { wasShown } from './unshown-password.ts';

const HOUSE = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner }
listen: { host: 127.0.0.1, http: 0, https: 0 }
buses: { meters: { type: modbus, tcp: "127.0.0.1:1" } }
zones: [{ id: 1, name: Ground floor }]
rooms: [{ id: 1, name: Hall, zones: [1] }]
components:
  - { cid: C1, type: switch, name: Light, rooms: [1], bus: meters, points: { state: { holding: 1 } } }
`;

const folderOf = (context: TestContext) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const file = join(folder.path, 'controller.yaml');
  writeFileSync(file, HOUSE);
  return { file, data: join(folder.path, 'data') };
};

/** The rows of a dry run, by their names. */
const dryRun = async (file: string, ...args: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const { status, stdout, stderr } = await run(['serve', '--config', file, '--dry-run', ...args]);
  assert.equal(status, 0, stderr);
  return Object.fromEntries(stdout.split('\n').map((line) => line.split(/ {2,}/)));
};

test('a dry run of a first start counts one thing as one, and names no port that there is not', async (context) => {
  const { file, data } = folderOf(context);
  const rows = await dryRun(file);

  assert.equal(rows.Building, '1 component, 1 room, 1 zone, 0 scenes, 0 automations');
  assert.match(rows['Bus meters'] ?? '', / 1 point\.$/);
  assert.equal(rows.HTTP, 'http://127.0.0.1, on a free port');
  assert.equal(rows.HTTPS, 'https://127.0.0.1, on a free port');
  assert.equal(rows.Administrator, 'owner, made with a password that is then shown');
  assert.ok(!existsSync(data), 'nothing was made');
  const elsewhere = await dryRun(file, '--host', '::1', '--http-port', '8080', '--remote-port', '0');
  assert.equal(elsewhere.HTTP, 'http://[::1]:8080');
  assert.equal(elsewhere['Remote access'], 'http://[::1], on a free port');
  const { stdout } = await run(['check', file]);
  assert.match(stdout, /: good: 1 component in 1 room on 1 bus\n$/);
});

test('a dry run says which secrets are missing, and a start without them goes on', async (context) => {
  const { file } = folderOf(context);
  writeFileSync(
    file,
    HOUSE.replace(
      'buses: {',
      'buses: { broker: { type: mqtt, url: "mqtt://127.0.0.1:1", username: x, password: { env: TWINHAUS_NO_SUCH } },',
    ),
  );

  assert.match((await dryRun(file)).Missing ?? '', /^buses\.broker: the variable TWINHAUS_NO_SUCH is not set/);
  const running = await startServe(file);
  context.after(() => running.kill());
  assert.match(running.log(), /TWINHAUS_NO_SUCH is not set/);
  assert.equal(await running.stop(), 0);
});

test('a dry run says that the password of the administrator is missing, as long as it counts', async (context) => {
  const { file } = folderOf(context);
  const running = await startServe(file);
  context.after(() => running.kill());
  writeFileSync(file, HOUSE.replace('{ username: owner }', '{ username: owner, password: { file: none.txt } }'));

  assert.equal((await dryRun(file)).Missing, undefined);
  const elsewhere = await dryRun(file, '--data', join(file, '..', 'elsewhere'));
  assert.equal(await running.stop(), 0);
  assert.match(elsewhere.Missing ?? '', /^administrator\.password: .*none\.txt cannot be read \(ENOENT\)/);
});

test('a dry run says that nobody is made where users are kept already, while the controller runs and after', async (context) => {
  const { file } = folderOf(context);
  const running = await startServe(file);
  context.after(() => running.kill());
  const there = 'none is made: the data folder has its users already';
  assert.equal((await dryRun(file)).Administrator, there);
  assert.equal(await running.stop(), 0);

  assert.equal((await dryRun(file)).Administrator, there);
});

test('a folder is looked into for what a start would do about its administrator, and stays as it is', async (context) => {
  const { data } = folderOf(context);
  assert.equal(await administratorAtStart(data), 'made');
  mkdirSync(data);
  const store = await openStore(join(data, 'controller.sqlite'));
  await store.write([{ table: 'settings', id: 'any', record: {} }]);
  assert.equal(await administratorAtStart(data), 'made');
  await store.write([
    { table: 'house', id: 'identity', record: {} },
    { table: 'house', id: 'unshown-password', record: {} },
  ]);
  assert.equal(await administratorAtStart(data), 'shown again');
  await wasShown(store);
  assert.equal(await administratorAtStart(data), 'there');
  await store.close();
  writeFileSync(join(data, 'controller.sqlite'), 'no image');
  await assert.rejects(administratorAtStart(data), Refusal);
});

test('a folder that cannot be read is not guessed about', async (context) => {
  const { file } = folderOf(context);

  assert.equal(await administratorAtStart(join(file, 'data')), 'unknown');
});

test('one thing is one, and several are several', () => {
  assert.deepEqual(
    [counted(1, 'zone'), counted(0, 'zone'), counted(2, 'bus'), counted(3, 'group address')],
    ['1 zone', '0 zones', '2 buses', '3 group addresses'],
  );
});
