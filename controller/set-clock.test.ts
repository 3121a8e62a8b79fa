import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { type RunningSandbox, startServe, temporaryFolder, until } from '../property-tests/fixtures.ts';
import { call, credentials } from '../property-tests/http-client.ts';

const PASSWORD = 'correct horse battery';
const OWNER = { headers: credentials('owner', PASSWORD) };
const STRANGER = { headers: credentials('owner', 'a wrong one') };
const HOUSE = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
rooms: [{ id: 1, name: Hall }]
components: [{ cid: C1, type: switch, name: Light, rooms: [1], bus: simulator }]
`;

const started: RunningSandbox[] = [];
const folder = temporaryFolder();
afterEach(async () => {
  for (const { stop } of started.splice(0)) await stop();
  folder.remove();
});

/** The service on a machine whose clock is `ahead` of ours by so many days. */
const serve = async (ahead: number): Promise<RunningSandbox> => {
  const clock = `const now = Date.now.bind(Date); Date.now = () => now() + ${ahead * 86_400_000};`;
  const set = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
  const running = await startServe(join(folder.path, 'controller.yaml'), { environment: { NODE_OPTIONS: set } });
  started.push(running);
  return running;
};

/** Switches the light; answers when that was, by the house. */
const switched = async ({ http }: RunningSandbox, value: boolean): Promise<number> => {
  await call(http, 'componentUpdate', { cid: 'C1', property: 'state', value }, OWNER);
  let at = 0;
  await until(async () => {
    const reply = await call(http, 'getComponentData', { cid: 'C1', property: 'state' }, OWNER);
    const entry = reply.as<{ value: boolean; lastUpdate: string }>();
    at = Date.parse(entry.lastUpdate);
    return entry.value === value;
  }, 'the light is switched');
  return at;
};

test('a service that finds its journal in the future says so, lives on from there, and lets people in again', async () => {
  writeFileSync(join(folder.path, 'controller.yaml'), HOUSE);
  writeFileSync(join(folder.path, 'password.txt'), `${PASSWORD}\n`);
  const before = await serve(400);
  const last = await switched(before, true);
  assert.equal(await before.stop(), 0);
  assert.equal(before.log(), '');

  const house = await serve(0);
  assert.match(house.log(), /the clock of the machine is 400 days behind the house, .* set the clock if it is wrong/);
  const off = await switched(house, false);
  assert.ok(off > last);
  for (let tries = 0; tries < 6; tries += 1) await call(house.http, 'getVersion', {}, STRANGER);
  assert.equal((await call(house.http, 'getVersion', {}, OWNER)).status, 401);
  await until(async () => (await call(house.http, 'getVersion', {}, OWNER)).status === 200, 'the lockout is over');
  assert.ok((await switched(house, true)) > off);
});
