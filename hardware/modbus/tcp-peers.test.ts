import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, HOUSE, open, POINTS, peer, told, until } from '../../property-tests/peers/modbus-house.ts';
import { freePort, missingPymodbus } from '../../property-tests/peers/pymodbus.ts';
import { BACKEND_LAWS } from '../backend-contract.ts';

const skip = missingPymodbus();

describe('Modbus TCP against pymodbus', { skip }, () => {
  for (const law of BACKEND_LAWS) {
    test(law.title, async (context) => {
      const port = await freePort();
      await peer(context, { tcp: port });
      const { backend, last, isUp } = open(context, { tcp: `127.0.0.1:${port}` });
      let isClosed = false;
      const close = backend.close.bind(backend);
      backend.close = async () => {
        isClosed = true;
        await close();
      };
      await law.holds({
        backend,
        point: { cid: 'C1', property: 'setpoint' },
        contents: [43, 44],
        readOnly: { cid: 'C1', property: 'temperature' },
        impossible: 1_000,
        settle: async () => {
          if (isClosed) return;
          await until('every device has answered', () => isUp(null) === true && last('C2', 'state') !== undefined);
          await new Promise((resolve) => setTimeout(resolve, 60));
        },
      });
    });
  }

  test('what the registers hold is said in steps of the property, and commands arrive in registers and coils', async (context) => {
    const port = await freePort();
    const server = await peer(context, { tcp: port });
    const { backend, last } = open(context, { tcp: `127.0.0.1:${port}` });
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

  test('registers beside one another are read together; where the device has a hole, they are read apart from then on', async (context) => {
    const port = await freePort();
    const server = await peer(context, { tcp: port });
    const { last } = open(context, { tcp: `127.0.0.1:${port}` });
    await until('both are read', () => last('C1', 'setpoint') === 42 && last('C1', 'mode') === 1);
    await new Promise((resolve) => setTimeout(resolve, 700));

    const asked = await server.asked();
    assert.equal(asked['1 3 10 3'], 1);
    assert.ok((asked['1 3 10 1'] ?? 0) > 2 && (asked['1 3 12 1'] ?? 0) > 2, JSON.stringify(asked));
  });

  test('a register that the device does not have is said once, and disturbs no other', async (context) => {
    const port = await freePort();
    await peer(context, { tcp: port });
    const lost = at('C3', 'temperature-sensor', 'temperature', { holding: 900 });
    const { last, said, isUp } = open(context, { tcp: `127.0.0.1:${port}` }, [...POINTS, lost]);
    await until('the others are read', () => last('C1', 'setpoint') === 42 && said.length > 1);
    await new Promise((resolve) => setTimeout(resolve, 500));

    assert.deepEqual(said, ['connected', 'C3 temperature: unit 1 refused: it has no such address (exception 2)']);
    assert.equal(isUp('C3'), true);
  });

  test('a command that the device refuses has an outcome that says so', async (context) => {
    const port = await freePort();
    await peer(context, { tcp: port });
    const lost = at('C3', 'switch', 'state', { holding: 40, write: { holding: 900 } });
    const { backend, last } = open(context, { tcp: `127.0.0.1:${port}` }, [lost]);
    await until('it is read', () => last('C3', 'state') === undefined && true);
    await until('the line is up', () => true);
    await new Promise((resolve) => setTimeout(resolve, 300));

    assert.deepEqual(await told(backend, 'C3', 'state', 1), {
      ok: false,
      reason: 'unit 1 refused: it has no such address (exception 2)',
    });
  });

  test('a unit that is silent is not reachable, and the others of the line are', async (context) => {
    const port = await freePort();
    await peer(context, { tcp: port });
    const silent = at('C9', 'switch', 'state', { unit: 9, holding: 0, write: true });
    const { backend, last, isUp } = open(context, { tcp: `127.0.0.1:${port}` }, [...POINTS, silent]);
    await until('the silent one is down', () => isUp('C9') === false);
    await until('the others are read', () => last('C1', 'setpoint') === 42 && isUp(null) === true);

    assert.equal(isUp('C1'), true);
    assert.equal(isUp('C2'), true);
    assert.deepEqual(await told(backend, 'C9', 'state', 1), { ok: false, reason: 'unit 9 does not answer' });
  });

  test('a server that is killed takes the link with it, and is found again when it is back', async (context) => {
    const port = await freePort();
    const first = await peer(context, { tcp: port });
    const { backend, last, isUp } = open(context, { tcp: `127.0.0.1:${port}` });
    await until('it is read', () => last('C1', 'setpoint') === 42);
    await first.kill();
    await until('the link is down', () => isUp(null) === false);
    const outcome = await told(backend, 'C1', 'setpoint', 44);
    assert.deepEqual(outcome, { ok: false, reason: 'unit 1 cannot be asked: the line is not connected' });

    await peer(context, { tcp: port }, { ...HOUSE, 1: { ...HOUSE[1], hr: { 10: 180, 12: 0 } } });
    await until('it is back', () => isUp(null) === true && last('C1', 'setpoint') === 36);
  });

  test('a server that hangs is noticed, and nothing that it would have said late is believed', async (context) => {
    const port = await freePort();
    const server = await peer(context, { tcp: port });
    const { backend, last, isUp } = open(context, { tcp: `127.0.0.1:${port}` });
    await until('it is read', () => last('C1', 'setpoint') === 42);
    server.process.kill('SIGSTOP');
    const outcome = await told(backend, 'C1', 'setpoint', 44);
    await until('the link is down', () => isUp(null) === false);
    server.process.kill('SIGCONT');
    await until('it is back', () => isUp(null) === true);

    assert.equal(outcome.ok, false);
    await until('both say the same', () => [42, 44].includes(Number(last('C1', 'setpoint'))));
  });
});
