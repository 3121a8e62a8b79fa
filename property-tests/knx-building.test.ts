import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pause, startServe, temporaryFolder } from './fixtures.ts';
import { call, credentials } from './http-client.ts';
import { Knxd, noKnxd } from './knxd.ts';
import { noOtherMachine, OtherMachine } from './other-machine.ts';
import { RoutingVoice } from './routing-voice.ts';

const OWNER = { headers: credentials('owner', 'correct horse battery') };

const house = (bus: string): string => `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
buses: { knx: { type: knx, ${bus}, answerWithin: 2 } }
components:
  - { cid: C1, type: switch, name: Light, bus: knx, points: { state: { write: 1/1/1, status: 1/1/2, dpt: "1.001" } } }
  - { cid: C2, type: temperature-sensor, name: Air, bus: knx, points: { temperature: { status: 1/2/1, dpt: "9.001" } } }
  - { cid: C3, type: switch, name: Nobody, bus: knx, points: { state: { write: 1/1/3, status: 1/1/4, dpt: "1.001" } } }
  - { cid: C4, type: switch, name: Fan, bus: simulator }
`;

/** A lamp that answers at its status address, and a thermometer at 21.0 °C. */
const furnish = (knxd: Knxd) =>
  knxd.thing(({ service, group, data }, thing) => {
    if (service === 'write' && group === '1/1/1') thing.say('write', '1/1/2', data);
    if (service === 'read' && group === '1/1/2') thing.say('response', group, '00');
    if (service === 'read' && group === '1/2/1') thing.say('response', group, '0c1a');
  });

/** A building that is served on a bus, and what to see and do there. */
const serve = async (context: TestContext, bus: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder.path, 'controller.yaml'), house(bus));
  writeFileSync(join(folder.path, 'password.txt'), 'correct horse battery\n');
  const { http, stop } = await startServe(join(folder.path, 'controller.yaml'));
  let isStopped = false;
  context.after(async () => {
    if (!isStopped) await stop();
    folder.remove();
  });
  const values = async (): Promise<Record<string, unknown>> => {
    const said: Record<string, unknown> = {};
    for (const [cid, property] of [
      ['C1', 'state'],
      ['C2', 'temperature'],
      ['C4', 'state'],
      ['C1', 'reachable'],
      ['C3', 'reachable'],
      ['C4', 'reachable'],
    ] as const) {
      const reply = await call(http, 'getComponentData', { cid, property }, OWNER);
      said[`${cid} ${property}`] = reply.as<{ value: unknown }>().value;
    }
    return said;
  };
  return {
    become: async (wanted: Record<string, unknown>, withinSeconds: number): Promise<void> => {
      let seen: Record<string, unknown> = {};
      for (let tries = 0; tries < withinSeconds * 20; tries += 1) {
        seen = await values();
        if (Object.entries(wanted).every(([name, value]) => seen[name] === value)) return;
        await pause(50);
      }
      assert.fail(`wanted ${JSON.stringify(wanted)}, saw ${JSON.stringify(seen)}`);
    },
    command: async (cid: string, value: boolean) =>
      (await call(http, 'componentUpdate', { cid, property: 'state', value }, OWNER)).as<unknown>(),
    stop: () => {
      isStopped = true;
      return stop();
    },
  };
};

describe('a building that is served on KNX', { skip: noKnxd }, () => {
  test('is read, commanded, goes dark with its gateway alone, and comes back by itself', async (context) => {
    const knxd = await Knxd.start();
    context.after(() => knxd.end());
    await furnish(knxd);
    const { become, command, stop } = await serve(context, `gateway: "${knxd.gateway}"`);

    await become({ 'C1 state': false, 'C2 temperature': 21, 'C1 reachable': true, 'C3 reachable': false }, 60);
    assert.deepEqual(await command('C1', true), { C1: true });
    await become({ 'C1 state': true }, 60);

    await knxd.kill();
    await become({ 'C1 reachable': false, 'C4 reachable': true, 'C1 state': true, 'C2 temperature': 21 }, 15);
    assert.deepEqual(await command('C4', true), { C4: true });
    await become({ 'C4 state': true }, 60);

    await knxd.begin();
    await furnish(knxd);
    await become({ 'C1 reachable': true }, 6);
    await command('C1', false);
    await become({ 'C1 state': false }, 60);
    await command('C1', true);
    await become({ 'C1 state': true }, 60);
    assert.equal(await stop(), 0);
  });

  test('is read and commanded among routers as well', { skip: noOtherMachine }, async (context) => {
    const machine = new OtherMachine();
    const { multicast, here, cableHere } = machine;
    const knxd = await Knxd.startRouter(machine);
    const voice = await RoutingVoice.join(multicast, here);
    context.after(async () => {
      voice.leave();
      await knxd.end();
      machine.end();
    });
    await furnish(knxd);
    const listener = await knxd.thing();
    // A router may be there before it listens.
    for (let tries = 0; tries < 3_000 && listener.heard.length === 0; tries += 1) {
      voice.write('7/7/5', 0);
      await pause(20);
    }
    const network = `multicast: ${multicast}, interface: ${cableHere}`;
    const { become, command, stop } = await serve(
      context,
      `protocol: routing, individualAddress: 15.15.250, ${network}`,
    );
    await become({ 'C1 state': false, 'C2 temperature': 21, 'C1 reachable': true, 'C3 reachable': false }, 60);
    assert.deepEqual(await command('C1', true), { C1: true });
    await become({ 'C1 state': true }, 60);
    assert.equal(await stop(), 0);
  });
});
