import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { firstValueFrom } from 'rxjs';
import { Knxd, noKnxd } from '../../../property-tests/knxd.ts';
import { noOtherMachine, OtherMachine } from '../../../property-tests/other-machine.ts';
import { RoutingVoice } from '../../../property-tests/routing-voice.ts';
import { type Content, kindOf, type Link, type Report, SystemClock } from '../../../twin/index.ts';
import type { BusPoint } from '../../bus.ts';
import { KnxBackend } from '../knx-backend.ts';
import type { PointAddress } from '../point-address.ts';

const CLIENT = fileURLToPath(new URL('../../../property-tests/knx-multicast-client.mjs', import.meta.url));

const point = (cid: `C${number}`, type: string, property: string, address: PointAddress): BusPoint<PointAddress> => {
  const kind = kindOf(type)?.properties[property] ?? assert.fail(`${type} ${property}`);
  return { cid, property, kind, address };
};
const HOUSE = [
  point('C1', 'switch', 'state', { write: '1/1/1', status: '1/1/2', dpt: '1.001' }),
  point('C2', 'temperature-sensor', 'temperature', { status: '1/2/1', dpt: '9.001' }),
  point('C3', 'blind', 'position', { write: '1/3/1', dpt: '5.001' }),
];

/** A house at 15.15.250 on the cable to another machine. */
const live = (context: TestContext, { multicast, cableHere }: OtherMachine) => {
  const said: string[] = [];
  const reports: Report[] = [];
  const links: Link[] = [];
  const backend = new KnxBackend({
    name: 'knx',
    settings: {
      protocol: 'routing',
      multicast,
      interface: cableHere,
      individualAddress: '15.15.250',
      pace: 50,
      answerWithin: 0,
    },
    points: HOUSE,
    clock: new SystemClock(),
    chance: () => 0,
    say: (line) => said.push(line),
  });
  context.after(() => backend.close());
  backend.reports.subscribe((report) => reports.push(report));
  backend.link.subscribe((link) => links.push(link));
  const write = (cid: `C${number}`, property: string, content: Content) =>
    firstValueFrom(backend.write({ cid, property }, content));
  const isUp = () => links.at(-1)?.up === true;
  const told = (property: string) => reports.filter((report) => report.property === property).at(-1)?.content;
  return { backend, said, reports, links, write, isUp, told };
};

const laid = (context: TestContext): OtherMachine => {
  const machine = new OtherMachine();
  context.after(() => machine.end());
  return machine;
};

const heardBy = async (context: TestContext, { multicast, here }: OtherMachine): Promise<RoutingVoice> => {
  const voice = await RoutingVoice.join(multicast, here);
  context.after(() => voice.leave());
  return voice;
};

describe('a house among routers', { skip: noOtherMachine }, () => {
  test('is read again when the cable was cut and mended, and meanwhile takes no commands', {
    skip: noKnxd,
  }, async (context) => {
    const machine = laid(context);
    const knxd = await Knxd.startRouter(machine);
    context.after(() => knxd.end());
    let asked = 0;
    await knxd.thing(({ service, group }, thing) => {
      if (service !== 'read' || group !== '1/2/1') return;
      asked += 1;
      thing.say('response', group, '0c1a');
    });
    const { said, links, write, isUp, told } = live(context, machine);
    await until(() => told('temperature') === 210);

    machine.cut();
    await until(() => !isUp());
    assert.deepEqual(await write('C1', 'state', 1), { ok: false, reason: 'there is no link to the bus' });
    machine.mend();
    await until(() => isUp() && asked > 1);
    assert.deepEqual(await write('C1', 'state', 1), { ok: true });
    assert.deepEqual(
      links.map(({ up }) => up),
      [false, true, false, true],
    );
    assert.match(said[1] ?? '', /^lost 239\.\d+\.\d+\.\d+: c\d+-\d+ \(198\.\S+\) is gone$/);
  });

  test("understands somebody else's client, and is understood", async (context) => {
    const machine = laid(context);
    const args = [CLIENT, machine.multicast, machine.there];
    const other = machine.start(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    assert.ok(other.stdout !== null && other.stdin !== null);
    const heard: unknown[] = [];
    createInterface(other.stdout).on('line', (line) => heard.push(JSON.parse(line)));
    const say = (...args: readonly unknown[]) => other.stdin?.write(`${JSON.stringify(args)}\n`);
    await until(() => heard.includes('connected'));
    const { write, isUp, told } = live(context, machine);
    await until(isUp);

    await until(() => {
      say('1/2/1', 21, '9.001');
      return told('temperature') === 210;
    });
    say('1/2/1', -30, '9.001');
    await until(() => told('temperature') === -300);
    say('1/1/2', true, '1.001');
    await until(() => told('state') === 1);
    assert.deepEqual(await write('C3', 'position', 40), { ok: true });
    const ours = () => heard.filter((line) => Array.isArray(line) && line[1] === '1/3/1');
    await until(() => ours().length > 0);
    assert.deepEqual(ours(), [['15.15.250', '1/3/1', '66']]);
    other.stdin.end();
    other.kill();
    await once(other, 'exit');
  });

  test('is silent while a router asks everybody for it, not where others are asked, and counts what routers lost', async (context) => {
    const machine = laid(context);
    const voice = await heardBy(context, machine);
    const { backend, said, write, isUp } = live(context, machine);
    const positions = () => voice.heard.filter((hex) => hex.includes('fffa0b01')).map((hex) => hex.slice(-2));
    await until(isUp);
    voice.busy(60_000, 0x0001);
    voice.lost(5);
    await until(() => said.includes('routers could not pass on 5 telegrams so far: lower pace'));
    assert.equal(backend.queue.lostByOthers, 5);
    assert.equal((await write('C3', 'position', 10)).ok, true);
    await until(() => positions().length === 1);

    const began = performance.now();
    voice.busy(1_500);
    await until(() => said.includes('routers have asked for silence 1 times so far'));
    assert.equal((await write('C3', 'position', 30)).ok, true);
    await until(() => positions().length === 2);
    assert.ok(performance.now() - began >= 1_499, 'it waited');
    assert.deepEqual(positions(), ['1a', '4d']);
  });

  test('does not let anybody wait for the end of a long silence', async (context) => {
    const machine = laid(context);
    const voice = await heardBy(context, machine);
    const { said, write, isUp } = live(context, machine);
    await until(isUp);
    voice.busy(65_535);
    await until(() => said.some((line) => line.startsWith('routers have asked for silence')));

    assert.deepEqual(await write('C3', 'position', 20), {
      ok: false,
      reason: 'the routers of the bus ask for silence',
    });
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('it did not happen within a minute');
}
