import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectAsync } from 'mqtt';
import { random } from '../twin/index.ts';
import { pause, type RunningSandbox, startServe, temporaryFolder } from './fixtures.ts';
import { call, credentials, withSession } from './http-client.ts';
import { Mosquitto, noMosquitto } from './mosquitto.ts';

const ROUNDS = 6;
const PASSWORD = 'correct horse battery';

/** What the controller has told or said yes to so far: it is bound by it. */
interface Known {
  /** The last content of the counter that was read from the controller. */
  value: number;
  readonly rooms: Set<string>;
  readonly removed: Set<string>;
}

const configuration = (url: string): string => `name: House
timeZone: UTC
place: { latitude: 50, longitude: 10 }
data: data
administrator: { username: owner, password: { env: OWNER_PASSWORD } }
buses: { broker: { type: mqtt, url: "${url}" } }
components: [{ cid: C1, type: energy-meter, name: Mains, bus: broker, points: { power: { topic: mains } } }]
`;

const isGone = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code)) ||
  /hang up|aborted/.test(String(error));

/** Reads and configures until the controller is gone. */
const use = async ({ http, alive }: RunningSandbox, session: string, known: Known, round: number): Promise<void> => {
  const ask = (name: string, input: object = {}) => call(http, name, input, { headers: withSession(session) });
  let number = 0;
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    try {
      while (alive()) await work();
    } catch (error) {
      assert.ok(isGone(error), String(error));
    }
  };
  await Promise.all([
    repeat(async () => {
      const { value } = (await ask('getComponentData', { cid: 'C1', property: 'power' })).as<{
        value: number | null;
      }>();
      known.value = Math.max(known.value, value ?? 0);
    }),
    repeat(async () => {
      number += 1;
      const name = `Room ${round} ${number}`;
      const added = await ask('addRoom', { name, zones: [] });
      assert.equal(added.status, 200, added.text);
      known.rooms.add(name);
      if (number % 3 !== 0) return;
      // Whether one that is being removed is there is open until it is said.
      known.rooms.delete(name);
      const removed = await ask('removeRoom', added.as<{ id: number }>());
      assert.equal(removed.status, 200, removed.text);
      known.removed.add(name);
    }),
  ]);
};

test('a building on a bus knows after a kill at any moment what it had told and acknowledged', {
  skip: noMosquitto,
}, async (context) => {
  const folder = temporaryFolder();
  const broker = await Mosquitto.start();
  const meter = await connectAsync(broker.url);
  let controller: RunningSandbox | undefined;
  context.after(async () => {
    await controller?.kill();
    await meter.endAsync(true);
    await broker.end();
    folder.remove();
  });
  const file = join(folder.path, 'controller.yaml');
  writeFileSync(file, configuration(broker.url));
  const start = () => startServe(file, { environment: { OWNER_PASSWORD: PASSWORD } });
  const chance = random(process.pid);
  context.diagnostic(`seed of the moments: ${process.pid}`);
  const known: Known = { value: 0, rooms: new Set(), removed: new Set() };
  let shown = 0;
  controller = await start();
  const login = await call(controller.http, 'auth', undefined, { headers: credentials('owner', PASSWORD) });
  const session = login.as<{ sessionID: string }>().sessionID;

  for (let round = 1; round <= ROUNDS; round += 1) {
    const used = use(controller, session, known, round);
    const moment = chance.integer(300, 1_000);
    const end = performance.now() + moment;
    // Nothing is retained: what the controller did not write down, nobody tells it again.
    while (performance.now() < end) {
      shown += 1;
      await meter.publishAsync('mains', String(shown));
      await pause(2);
    }
    await controller.kill();
    await used;
    controller = await start();
    const ask = (name: string, input: object = {}) =>
      call(controller?.http ?? '', name, input, { headers: withSession(session) });
    const { value } = (await ask('getComponentData', { cid: 'C1', property: 'power' })).as<{ value: number }>();
    const rooms = (await ask('getRooms')).as<{ name: string }[]>().map(({ name }) => name);

    context.diagnostic(`round ${round}: killed after ${moment} ms at ${value}`);
    assert.ok(value >= known.value, `${value} is not what was told last: ${known.value}`);
    assert.ok(value <= shown);
    assert.deepEqual(
      [...known.rooms].filter((name) => !rooms.includes(name)),
      [],
      'what was added is there',
    );
    assert.deepEqual(
      rooms.filter((name) => known.removed.has(name)),
      [],
      'what was removed is gone',
    );
  }
  assert.ok(known.value > ROUNDS && known.rooms.size >= ROUNDS, `it was used: ${known.value}, ${known.rooms.size}`);
});
