import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { filter, firstValueFrom, take, timeout } from 'rxjs';
import type { BusThing } from '../../property-tests/knxd.ts';
import { type KnxBus, WAYS_TO_KNX } from '../../property-tests/ways-to-knx.ts';
import { type Content, kindOf, type Report, SystemClock, type WriteOutcome } from '../../twin/index.ts';
import { BACKEND_LAWS } from '../backend-contract.ts';
import type { BusPoint } from '../bus.ts';
import { KnxBackend } from './knx-backend.ts';
import type { PointAddress } from './point-address.ts';
import type { Settings } from './settings.ts';

const WAIT_MS = 60_000;

const point = (cid: string, type: string, property: string, address: PointAddress): BusPoint<PointAddress> => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  return { cid: cid as `C${number}`, property, kind, address };
};

const HOUSE: readonly BusPoint<PointAddress>[] = [
  point('C1', 'dimmer', 'state', { write: '1/1/1', status: '1/1/2', dpt: '1.001' }),
  point('C1', 'dimmer', 'brightness', { write: '1/1/3', status: ['1/1/4', '1/1/5'], dpt: '5.001' }),
  point('C2', 'temperature-sensor', 'temperature', { status: '1/2/1', dpt: '9.001' }),
  point('C4', 'temperature-sensor', 'temperature', { status: '1/2/2', dpt: '9.001', answer: true, read: 'never' }),
  point('C3', 'blind', 'position', { write: '1/3/1', dpt: '5.001' }),
  point('C3', 'blind', 'stop', { write: '1/3/2', dpt: '1.007' }),
  point('C3', 'blind', 'angle', { write: '1/3/3', dpt: '5.001', span: [0, 90] }),
  point('C6', 'shutter', 'position', {
    ...{ write: '1/4/1', dpt: '1.008', status: '1/4/2', statusDpt: '5.001' },
    ...{ answer: true, read: 'never' },
  }),
  point('C9', 'window-contact', 'open', { status: '7/7/7', dpt: '1.019', read: 'never' }),
];

for (const way of WAYS_TO_KNX)
  describe(`a building on KNX ${way.name}`, { skip: way.skip }, () => {
    let bus: KnxBus;
    let knxd: KnxBus['knxd'];
    let asker: BusThing;
    before(async () => {
      bus = await way.start();
      knxd = bus.knxd;
      // Devices: what they are told at one address they say at another. The temperature is 21.0 °C.
      await knxd.thing(({ service, group, data }, device) => {
        const echo = { '1/1/1': '1/1/2', '1/1/3': '1/1/4' }[group];
        if (service === 'write' && echo !== undefined) device.say('write', echo, data, group === '1/1/1');
        if (service === 'write' && group === '7/7/6') device.say('write', '7/7/7', data);
        if (service === 'read' && group === '1/1/2') device.say('response', group, '00');
        if (service === 'read' && group === '1/1/4') device.say('response', group, '33', false);
        if (service === 'read' && group === '1/2/1') device.say('response', group, '0c1a');
      });
      asker = await knxd.thing();
      // A router may be there before it listens.
      await until(() => {
        if (bus.say === null) return true;
        bus.say('7/7/5', 0);
        return asker.heard.some(({ group }) => group === '7/7/5');
      });
    });
    after(() => bus.end());

    const open = async (context: TestContext, settings: Partial<Settings> = {}, points = HOUSE) => {
      const said: string[] = [];
      const backend = new KnxBackend({
        name: 'knx',
        settings: { ...bus.settings, ...settings },
        chance: () => 0,
        points,
        clock: new SystemClock(),
        say: (line) => said.push(line),
      });
      context.after(() => backend.close());
      const reports: Report[] = [];
      backend.reports.subscribe((report) => reports.push(report));
      const up = (cid: string | null = null, is = true) =>
        firstValueFrom(
          backend.link.pipe(
            filter((link) => link.cid === cid && link.up === is),
            timeout(WAIT_MS),
          ),
        );
      const write = (cid: string, property: string, content: Content): Promise<WriteOutcome> =>
        firstValueFrom(backend.write({ cid: cid as `C${number}`, property }, content));
      const next = (property: string, content: Content) =>
        firstValueFrom(
          backend.reports.pipe(
            filter((report) => report.property === property && report.content === content),
            timeout(WAIT_MS),
            take(1),
          ),
        );
      await up();
      return { backend, reports, said, up, write, next };
    };

    /** Once something has gone there and back on every way, everything before it has arrived. */
    let mark = 0;
    const settle = async (reports?: readonly Report[]) => {
      const marks = () => reports?.filter(({ cid }) => cid === 'C9').length ?? 0;
      for (const say of [bus.say, (group: string, value: number) => asker.say('write', group, `0${value}`)]) {
        if (say === null) continue;
        mark += 1;
        const [before, marked] = [asker.heard.length, marks()];
        say('7/7/6', mark % 2);
        await until(() => asker.heard.slice(before).some(({ group }) => group === '7/7/7'));
        if (reports !== undefined) await until(() => marks() > marked);
      }
    };

    describe('obeys the laws of every backend', () => {
      for (const { title, holds } of BACKEND_LAWS) {
        test(title, async (context) => {
          const { backend } = await open(context, { answerWithin: 0 });
          let isClosed = false;
          const close = backend.close.bind(backend);
          backend.close = () => {
            isClosed = true;
            return close();
          };
          await holds({
            backend,
            point: { cid: 'C1', property: 'state' },
            contents: [0, 1],
            readOnly: { cid: 'C2', property: 'temperature' },
            impossible: 2,
            settle: async () => {
              const reports: Report[] = [];
              const listening = backend.reports.subscribe((report) => reports.push(report));
              await settle(isClosed ? undefined : reports);
              listening.unsubscribe();
            },
          });
        });
      }
    });

    test('is read when the link comes up, and what is told at a status address is the value', async (context) => {
      const { next } = await open(context);

      await Promise.all([next('temperature', 210), next('brightness', 40), next('state', 0)]);
      const told = next('brightness', 80);
      asker.say('write', '1/1/5', '66', false);
      await told;
    });

    test('what another tool sends is understood, and what another tool reads is what was meant', async (context) => {
      const { next, write } = await open(context);
      await next('temperature', 210);
      const cold = next('temperature', -300);
      await knxd.tool('groupwrite', '1/2/2', '8a', '24');
      await cold;
      assert.match(await knxd.tool('groupreadresponse', '1/2/2'), /8A 24/i);

      const before = asker.heard.length;
      assert.deepEqual(await write('C1', 'brightness', 200), { ok: true });
      assert.deepEqual(await write('C3', 'angle', 45), { ok: true });
      await settle();
      assert.deepEqual(
        asker.heard.slice(before).filter(({ group }) => /^1\/[13]\/3$/.test(group)),
        [
          { service: 'write', group: '1/1/3', data: 'ff' },
          { service: 'write', group: '1/3/3', data: '80' },
        ],
      );
    });

    test('nonsense on the bus is no value', async (context) => {
      const { next, reports } = await open(context);
      await Promise.all([next('temperature', 210), next('brightness', 40), next('state', 0)]);
      reports.length = 0;
      asker.say('write', '1/2/1', '7fff');
      asker.say('write', '1/2/1', '0c');
      asker.say('write', '1/2/1', '01', true);
      asker.say('write', '1/1/2', '05');
      asker.say('write', '1/1/2', '01', false);
      asker.say('write', '1/1/4', '3333');
      await settle(reports);

      assert.deepEqual([...new Set(reports.map(({ cid }) => cid))], ['C9']);
    });

    test('a blind without a status address is where it was told to be, and stop falls back', async (context) => {
      const { reports, write } = await open(context);
      await write('C3', 'position', 70);
      await write('C3', 'stop', 1);
      await settle(reports);

      const blind = reports.filter(({ cid }) => cid === 'C3').map(({ property, content }) => `${property} ${content}`);
      assert.deepEqual(blind, ['position 70', 'stop 1', 'stop 0']);
    });

    test('a status may be of another type than the command: each address speaks its own', async (context) => {
      const { next, reports, write } = await open(context);
      const before = asker.heard.length;
      assert.deepEqual(await write('C6', 'position', 100), { ok: true });
      const halfway = await write('C6', 'position', 40);
      assert.ok(!halfway.ok && /1\.008 cannot say this/.test(halfway.reason));
      const told = next('position', 40);
      asker.say('write', '1/4/1', '00');
      asker.say('write', '1/4/2', '01');
      asker.say('write', '1/4/2', '66', false);
      await told;
      await settle(reports);

      const shutter = reports.filter(({ cid }) => cid === 'C6').map(({ content }) => content);
      assert.deepEqual(shutter, [40]);
      const commands = asker.heard.slice(before).filter(({ group }) => group === '1/4/1');
      assert.deepEqual(commands[0], { service: 'write', group: '1/4/1', data: '01' });
      assert.match(await knxd.tool('groupreadresponse', '1/4/2'), /66/);
      const closed = next('position', 100);
      asker.say('write', '1/4/2', 'ff', false);
      await closed;
      assert.match(await knxd.tool('groupreadresponse', '1/4/1'), /\b01\b/);
    });

    test('of several values that wait for one address only the newest is sent, in the pace of the bus', async (context) => {
      const { write } = await open(context, { pace: 10, answerWithin: 0 });
      const before = asker.heard.length;
      const outcomes = await Promise.all([10, 20, 30, 40].map((content) => write('C3', 'position', content)));
      await settle();

      const replaced = outcomes.filter((outcome) => !outcome.ok && /replaced by a newer value/.test(outcome.reason));
      assert.equal(replaced.length, outcomes.filter(({ ok }) => !ok).length);
      assert.deepEqual(outcomes.at(-1), { ok: true });
      const sent = asker.heard.slice(before).filter(({ group }) => group === '1/3/1');
      assert.ok(sent.length <= 2, JSON.stringify(sent));
      assert.equal(sent.at(-1)?.data, '66');
    });

    test('a device that does not answer is not reachable until it says something', async (context) => {
      const silent = [...HOUSE, point('C5', 'switch', 'state', { write: '5/1/1', status: '5/1/2', dpt: '1.001' })];
      const { up } = await open(context, { answerWithin: 1 }, silent);

      await up('C5', false);
      const back = up('C5', true);
      asker.say('write', '5/1/2', '01');
      await back;
    });
  });

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('it did not happen within a minute');
}
