import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  at,
  obeysTheLaws,
  open,
  othersRead,
  POINTS,
  peer,
  sharedPeer,
  told,
  until,
} from '../../property-tests/peers/modbus-house.ts';
import { noServer, serversRun } from '../../property-tests/peers/modbus-server.ts';
import { missingProgram } from '../../property-tests/peers/pymodbus.ts';
import { SerialPair } from '../../property-tests/peers/serial-pair.ts';
import { isRepointable } from '../bus.ts';

describe(`Modbus RTU against pymodbus ${serversRun}`, { skip: noServer || missingProgram('socat') }, () => {
  const pairs: SerialPair[] = [];
  const laid = async (): Promise<SerialPair> => {
    const pair = await SerialPair.lay();
    pairs.push(pair);
    return pair;
  };
  const filled = sharedPeer(laid);
  after(async () => {
    for (const pair of pairs) await pair.pull();
  });

  describe('obeys the laws of every backend', () => obeysTheLaws(filled));

  test('over a serial line, readings and commands are the same', async (context) => {
    const server = await filled();
    const { backend, last } = open(context, server.settings);
    await until('all are read', () => POINTS.every(({ cid, property }) => last(cid, property) !== undefined));

    assert.equal(last('C1', 'setpoint'), 42);
    assert.deepEqual(await told(backend, 'C1', 'setpoint', 39), { ok: true });
    assert.equal(await server.get(1, 'hr', 10), 195);
    assert.deepEqual(await told(backend, 'C2', 'state', 1), { ok: true });
  });

  othersRead(filled);

  test('over a serial line, other points are taken without closing it', async (context) => {
    const server = await filled();
    const { backend, last, links } = open(context, server.settings);
    await until('all are read', () => POINTS.every(({ cid, property }) => last(cid, property) !== undefined));
    assert.ok(isRepointable(backend));
    backend.repoint([
      ...POINTS.filter(({ cid }) => cid === 'C2'),
      at('C3', 'switch', 'state', { holding: 40, bit: 0 }),
    ]);
    await until('the new one is read', () => last('C3', 'state') === 1);
    const before = await server.asked();
    const more = async (request: string) => ((await server.asked())[request] ?? 0) - (before[request] ?? 0);
    await until('both are asked', async () => (await more('2 1 7 1')) > 1 && (await more('1 3 40 1')) > 1);

    assert.equal(await more('1 4 3 2'), 0, 'what is gone is not asked any more');
    assert.deepEqual(
      links.filter(({ cid }) => cid === null).map(({ up }) => up),
      [false, true],
    );
  });

  test('over TCP without its header, readings and commands are the same', async (context) => {
    const server = await peer(context, 'rtuOverTcp');
    const { backend, last } = open(context, server.settings);
    await until('all are read', () => POINTS.every(({ cid, property }) => last(cid, property) !== undefined));

    assert.deepEqual(await told(backend, 'C1', 'setpoint', 39), { ok: true });
    assert.equal(await server.get(1, 'hr', 10), 195);
  });

  test('a serial line that is pulled is told, and one that is none is said', async (context) => {
    const pair = await laid();
    const server = await peer(context, pair);
    const { last, isUp } = open(context, server.settings);
    await until('it is read', () => last('C1', 'setpoint') === 42);
    await pair.pull();
    await until('the link is down', () => isUp(null) === false);

    const { said } = open(context, { serial: '/dev/there-is-no-such-line' });
    await until('it is said', () => said.some((line) => /not connected: .*no such file/i.test(line)));
  });
});
