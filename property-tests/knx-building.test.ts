import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pause, startServe, temporaryFolder } from './fixtures.ts';
import { call, credentials } from './http-client.ts';
import { Knxd, noKnxd } from './knxd.ts';

const OWNER = { headers: credentials('owner', 'correct horse battery') };

const house = (gateway: string): string => `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: owner, password: { file: password.txt } }
buses: { knx: { type: knx, gateway: "${gateway}", answerWithin: 2 } }
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

describe('a building that is served on KNX', { skip: noKnxd }, () => {
  test('is read, commanded, goes dark with its gateway alone, and comes back by itself', async (context) => {
    const folder = temporaryFolder();
    const knxd = await Knxd.start();
    await furnish(knxd);
    writeFileSync(join(folder.path, 'controller.yaml'), house(knxd.gateway));
    writeFileSync(join(folder.path, 'password.txt'), 'correct horse battery\n');
    const { http, stop } = await startServe(join(folder.path, 'controller.yaml'));
    let isStopped = false;
    context.after(async () => {
      if (!isStopped) await stop();
      await knxd.end();
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
    const become = async (wanted: Record<string, unknown>, withinSeconds: number): Promise<void> => {
      let seen: Record<string, unknown> = {};
      for (let tries = 0; tries < withinSeconds * 20; tries += 1) {
        seen = await values();
        if (Object.entries(wanted).every(([name, value]) => seen[name] === value)) return;
        await pause(50);
      }
      assert.fail(`wanted ${JSON.stringify(wanted)}, saw ${JSON.stringify(seen)}`);
    };
    const command = async (cid: string, value: boolean) =>
      (await call(http, 'componentUpdate', { cid, property: 'state', value }, OWNER)).as<unknown>();

    await become({ 'C1 state': false, 'C2 temperature': 21, 'C1 reachable': true, 'C3 reachable': false }, 10);
    assert.deepEqual(await command('C1', true), { C1: true });
    await become({ 'C1 state': true }, 5);

    await knxd.kill();
    await become({ 'C1 reachable': false, 'C4 reachable': true, 'C1 state': true, 'C2 temperature': 21 }, 15);
    assert.deepEqual(await command('C4', true), { C4: true });
    await become({ 'C4 state': true }, 5);

    await knxd.begin();
    await furnish(knxd);
    await become({ 'C1 reachable': true }, 6);
    await command('C1', false);
    await become({ 'C1 state': false }, 5);
    await command('C1', true);
    await become({ 'C1 state': true }, 5);
    assert.equal(await stop(), 0);
    isStopped = true;
  });
});
