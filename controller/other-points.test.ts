import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { until } from '../property-tests/fixtures.ts';
import { ListeningGateway } from '../property-tests/listening-gateway.ts';
import { ReloadedController } from '../property-tests/reloaded-controller.ts';
import { lamp, type WiredHouse, WiredHouses, wired } from '../property-tests/wired-house.ts';
import type { Cid } from '../twin/index.ts';

const houses = new WiredHouses();
afterEach(() => houses.end());

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A house with lamps on KNX, by the second level of their group addresses. */
const lamps = (gateway: string, more: string, lamps: Readonly<Record<string, number>>) => `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
buses: { knx: { type: knx, gateway: "${gateway}", protocol: tcp, pace: 100${more} } }
components:
${Object.entries(lamps)
  .map(
    ([cid, sub]) =>
      `  - { cid: ${cid}, type: switch, name: Lamp ${cid}, bus: knx, points: { state: { dpt: "1.001", write: 1/0/${sub}, status: 1/1/${sub}, answer: true } } }\n`,
  )
  .join('')}`;

/** A gateway on whose bus every lamp is lit. */
const litGateway = async (): Promise<ListeningGateway> => {
  const gateway = await ListeningGateway.start('tcp');
  ends.push(() => gateway.end());
  gateway.answer = ({ service, group }) => {
    if (service === 'read') gateway.say({ service: 'response', group, payload: { short: true, data: LIT } });
  };
  return gateway;
};
const LIT = Uint8Array.of(1);

const begin = async (gateway: ListeningGateway) => {
  const house = await ReloadedController.start(lamps(gateway.address, '', { C1: 1, C2: 2 }));
  ends.push(() => house.end());
  await until(async () => (await house.values()).every((value) => value === true), 'both lamps are known', 30_000);
  return house;
};

describe('a KNX bus when the configuration is read again', () => {
  test('keeps its tunnel if only its points changed: asks what is new, and knows no more of what is gone', async () => {
    const gateway = await litGateway();
    const house = await begin(gateway);
    gateway.heard.length = 0;
    await house.reload(lamps(gateway.address, '', { C1: 1, C3: 3 }));
    await until(async () => (await house.values()).every((value) => value === true), 'the new one is known', 30_000);

    assert.equal(gateway.tunnels, 1);
    assert.deepEqual(gateway.heard, ['read 1/1/3']);
    assert.match(house.log(), /counts from now on; other points: knx\n/);
    assert.deepEqual(await house.set('C3', false), { C3: true });
    await until(() => gateway.heard.includes('write 1/0/3'), 'the command goes out', 30_000);
    // Somebody else asks: only whoever is known is answered for.
    for (const group of [groupOf(2), groupOf(1)]) gateway.say({ service: 'read', group });
    await until(() => gateway.heard.includes('response 1/1/1'), 'the lamp that stayed is answered for', 30_000);
    assert.ok(!gateway.heard.includes('response 1/1/2'), gateway.heard.join('\n'));
  });

  test('is opened anew if its settings changed as well, and left alone if nothing did', async () => {
    const gateway = await litGateway();
    const house = await begin(gateway);
    await house.reload(`# the same\n${lamps(gateway.address, '', { C1: 1, C2: 2 })}`);
    assert.equal(gateway.tunnels, 1);
    assert.match(house.log(), /counts from now on\n/);
    await house.reload(lamps(gateway.address, ', answerWithin: 5', { C1: 1, C3: 3 }));
    await until(() => gateway.tunnels === 2, 'it is opened anew', 30_000);

    assert.match(house.log(), /counts from now on; opened anew: knx\n/);
  });

  test('takes other points while its gateway cannot be reached', async () => {
    const gateway = await litGateway();
    const house = await begin(gateway);
    gateway.hangUp();
    await house.reload(lamps(gateway.address, '', { C3: 3 }));
    await until(async () => (await house.values()).every((value) => value === true), 'the new one is known', 60_000);

    assert.match(house.log(), /other points: knx/);
  });
});

/** Of the status of a lamp. */
const groupOf = (sub: number): number => (1 << 11) | (1 << 8) | sub;

const LARGER = wired({ components: [lamp('C1'), lamp('C2')] });
const state = ({ controller }: WiredHouse, cid: Cid) => controller.life.twin.components.get(cid)?.entry('state')?.value;

describe('a house that goes on with other points of a bus', () => {
  test('gives other points to a bus that can take them once the house has turned over', async () => {
    const data = houses.folder();
    const house = await houses.start(data);
    let known = 0;
    house.wire().repointed = () => {
      known = house.controller.life.twin.components.size;
    };
    await house.renew(LARGER, ['wire'], 'repointed');
    house.wire().say('C2', 1);

    assert.equal(known, 2);
    assert.equal(state(house, 'C2'), true);
    assert.equal(house.wires.length, 1);
    assert.equal(house.wire().isClosed, false);
  });

  test('opens a bus anew that does not take its other points', async () => {
    const house = await houses.start(houses.folder());
    const before = house.wire();
    before.repointed = () => {
      throw new Error('there is no such point');
    };
    await house.renew(LARGER, ['wire'], 'repointed');
    house.wire().say('C2', 1);

    assert.equal(state(house, 'C2'), true);
    assert.equal(house.wires.length, 2);
    assert.ok(before.isClosed);
    assert.match(house.said.join('\n'), /could not take other points: there is no such point/);
  });
});
