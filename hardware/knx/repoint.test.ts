import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstValueFrom } from 'rxjs';
import { Knxd, noKnxd } from '../../property-tests/knxd.ts';
import { kindOf, type Link, SystemClock } from '../../twin/index.ts';
import type { BusPoint } from '../bus.ts';
import { KnxBackend } from './knx-backend.ts';
import type { PointAddress } from './point-address.ts';

const point = (cid: `C${number}`, type: string, property: string, address: PointAddress): BusPoint<PointAddress> => {
  const kind = kindOf(type)?.properties[property] ?? assert.fail(`${type} ${property}`);
  return { cid, property, kind, address };
};
const temperature = (cid: `C${number}`, status: string, dpt = '9.001') =>
  point(cid, 'temperature-sensor', 'temperature', { status, dpt });

test('a backend takes other points without leaving its gateway: what stays is not asked again', {
  skip: noKnxd,
}, async (context) => {
  const knxd = await Knxd.start();
  context.after(() => knxd.end());
  const answers: Readonly<Record<string, string>> = { '1/1/2': '00', '1/1/6': '01', '1/2/1': '0c1a', '1/2/3': '8a24' };
  const house = await knxd.thing(({ service, group }, thing) => {
    const data = answers[group];
    if (service === 'read' && data !== undefined) thing.say('response', group, data);
  });
  const links: Link[] = [];
  const said: string[] = [];
  const told: string[] = [];
  const backend = new KnxBackend({
    name: 'knx',
    settings: { gateway: knxd.gateway, pace: 200, answerWithin: 1 },
    points: [
      point('C1', 'switch', 'state', { write: '1/1/1', status: '1/1/2', dpt: '1.001' }),
      temperature('C2', '1/2/1'),
      temperature('C4', '5/1/1'),
      temperature('C5', '5/1/2'),
    ],
    clock: new SystemClock(),
    chance: () => 0,
    say: (line) => said.push(line),
  });
  context.after(() => backend.close());
  backend.link.subscribe((link) => links.push(link));
  backend.reports.subscribe(({ cid, content }) => told.push(`${cid} ${content}`));
  const write = (cid: `C${number}`) => firstValueFrom(backend.write({ cid, property: 'state' }, 1));
  const isSilent = (cid: string) => links.findLast((link) => link.cid === cid)?.up === false;
  await until(() => told.includes('C1 0') && told.includes('C2 210') && isSilent('C4') && isSilent('C5'));
  const asked = () => house.heard.filter(({ service, group }) => service === 'read' && group === '1/2/1').length;
  assert.equal(asked(), 1);

  assert.throws(() => backend.repoint([temperature('C2', '1/2/1', '1.999')]), /there is no datapoint type 1\.999/);
  house.say('write', '1/2/1', '8a24');
  await until(() => told.includes('C2 -300'));

  backend.repoint([
    point('C1', 'switch', 'state', { write: '1/1/1', status: '1/1/6', dpt: '1.001' }),
    temperature('C2', '1/2/1'),
    point('C4', 'temperature-sensor', 'temperature', { status: '5/1/1', dpt: '9.001', read: 'never' }),
    temperature('C6', '1/2/3'),
  ]);
  assert.ok(!isSilent('C4'), 'it is judged anew');
  await until(() => told.includes('C1 1') && told.includes('C6 -300'));
  assert.equal(asked(), 1);
  told.length = 0;
  house.say('write', '1/1/2', '00');
  house.say('write', '5/1/2', '0c1a');
  house.say('write', '1/2/3', '0c1a');
  await until(() => told.length > 0);
  assert.deepEqual(told, ['C6 210']);

  assert.deepEqual(await write('C1'), { ok: true });
  assert.deepEqual(await write('C5'), { ok: false, reason: 'there is no such point on this bus' });
  const now: Link[] = [];
  backend.link.subscribe((link) => now.push(link)).unsubscribe();
  assert.ok(!now.some(({ cid }) => cid === 'C5'), 'of what is gone nothing is told');
  assert.deepEqual(
    links.filter(({ cid }) => cid === null).map(({ up }) => up),
    [false, true],
  );
  assert.equal(said.length, 1, said.join('\n'));
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('it did not happen within a minute');
}
