import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

describe(`Modbus TCP against pymodbus ${serversRun}`, { skip: noServer }, () => {
  const filled = sharedPeer(() => 'tcp');

  describe('obeys the laws of every backend', () => obeysTheLaws(filled));

  test('what the registers hold is said in steps of the property, and commands arrive in registers and coils', async (context) => {
    const server = await filled();
    const { backend, last } = open(context, server.settings);
    await until('all are read', () => POINTS.every(({ cid, property }) => last(cid, property) !== undefined));

    assert.equal(last('C1', 'setpoint'), 42);
    assert.equal(last('C1', 'mode'), 1);
    assert.deepEqual(await told(backend, 'C1', 'setpoint', 39), { ok: true });
    assert.equal(await server.get(1, 'hr', 10), 195);
    assert.deepEqual(await told(backend, 'C1', 'mode', 2), { ok: true });
    assert.equal(await server.get(1, 'hr', 12), 2);
    assert.deepEqual(await told(backend, 'C2', 'state', 1), { ok: true });
    assert.equal(await server.get(2, 'co', 7), 1);
    await server.set(1, 'hr', 10, [200]);
    await until('the change is seen', () => last('C1', 'setpoint') === 40);
  });

  othersRead(filled);

  test('registers beside one another are read together; where the device has a hole, they are read apart from then on', async (context) => {
    const server = await peer(context, 'tcp');
    const { last } = open(context, server.settings);
    await until('both are read', () => last('C1', 'setpoint') === 42 && last('C1', 'mode') === 1);
    await until('both are read apart', async () => {
      const { '1 3 10 1': setpoint = 0, '1 3 12 1': mode = 0 } = await server.asked();
      return setpoint > 2 && mode > 2;
    });

    assert.equal((await server.asked())['1 3 10 3'], 1);
  });

  test('a register that the device does not have is said once, and disturbs no other', async (context) => {
    const server = await filled();
    const lost = at('C3', 'temperature-sensor', 'temperature', { holding: 900 });
    const { last, said, isUp } = open(context, server.settings, [...POINTS, lost]);
    await until('the others are read', () => last('C1', 'setpoint') === 42 && said.length > 1);
    await new Promise((resolve) => setTimeout(resolve, 500));

    assert.deepEqual(said, ['connected', 'C3 temperature: unit 1 refused: it has no such address (exception 2)']);
    assert.equal(isUp('C3'), true);
  });

  test('a command that the device refuses has an outcome that says so', async (context) => {
    const server = await filled();
    const lost = at('C3', 'switch', 'state', { holding: 40, write: { holding: 900 } });
    const { backend, isUp } = open(context, server.settings, [lost]);
    await until('the line is up', () => isUp(null) === true);

    assert.deepEqual(await told(backend, 'C3', 'state', 1), {
      ok: false,
      reason: 'unit 1 refused: it has no such address (exception 2)',
    });
  });

  test('a unit that is silent is not reachable, and the others of the line are', async (context) => {
    const server = await filled();
    const silent = at('C9', 'switch', 'state', { unit: 9, holding: 0, write: true });
    const { backend, last, isUp } = open(context, server.settings, [...POINTS, silent]);
    await until('the silent one is down', () => isUp('C9') === false);
    await until('the others are read', () => last('C1', 'setpoint') === 42 && isUp(null) === true);

    assert.equal(isUp('C1'), true);
    assert.equal(isUp('C2'), true);
    assert.deepEqual(await told(backend, 'C9', 'state', 1), { ok: false, reason: 'unit 9 does not answer' });
  });

  test('a server that is killed takes the link with it, and is found again when it is back', async (context) => {
    const server = await peer(context, 'tcp');
    const { backend, last, isUp } = open(context, server.settings);
    await server.set(1, 'hr', 10, [180]);
    await until('it is read', () => last('C1', 'setpoint') === 36);
    await server.kill();
    await until('the link is down', () => isUp(null) === false);
    const outcome = await told(backend, 'C1', 'setpoint', 44);
    assert.deepEqual(outcome, { ok: false, reason: 'unit 1 cannot be asked: the line is not connected' });

    await server.start();
    await until('it is back', () => isUp(null) === true && last('C1', 'setpoint') === 42);
  });

  test('a server that hangs is noticed, and nothing that it would have said late is believed', async (context) => {
    const server = await peer(context, 'tcp');
    const { backend, last, isUp } = open(context, server.settings);
    await until('it is read', () => last('C1', 'setpoint') === 42);
    await server.freeze();
    const outcome = await told(backend, 'C1', 'setpoint', 44);
    await until('the link is down', () => isUp(null) === false);
    await server.thaw();
    await until('it is back', () => isUp(null) === true);

    assert.equal(outcome.ok, false);
    await until(
      'both say the same',
      async () => Number(last('C1', 'setpoint')) * 5 === (await server.get(1, 'hr', 10)),
    );
  });
});
