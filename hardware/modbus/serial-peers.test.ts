import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { at, open, POINTS, peer, told, until } from '../../property-tests/peers/modbus-house.ts';
import { freePort, missingProgram, missingPymodbus, serialPair } from '../../property-tests/peers/pymodbus.ts';

const skip = missingPymodbus();

describe('Modbus RTU against pymodbus', { skip: skip || missingProgram('socat') }, () => {
  const pair = async (context: TestContext) => {
    const folder = mkdtempSync(join(tmpdir(), 'modbus-'));
    const { ends, kill } = await serialPair(folder);
    context.after(async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    });
    return { ends, kill };
  };

  test('over a serial line, readings and commands are the same', async (context) => {
    const { ends } = await pair(context);
    const server = await peer(context, { serial: ends[1] });
    const { backend, last } = open(context, { serial: ends[0], baud: 115_200 });
    await until('all are read', () => POINTS.every(({ cid, property }) => last(cid, property) !== undefined));

    assert.equal(last('C1', 'setpoint'), 42);
    assert.deepEqual(await told(backend, 'C1', 'setpoint', 39), { ok: true });
    assert.equal(await server.get(1, 'hr', 10), 195);
    assert.deepEqual(await told(backend, 'C2', 'state', 1), { ok: true });
  });

  test('over TCP without its header, readings and commands are the same', async (context) => {
    const port = await freePort();
    const server = await peer(context, { rtuOverTcp: port });
    const { backend, last } = open(context, { rtuOverTcp: `127.0.0.1:${port}` });
    await until('all are read', () => POINTS.every(({ cid, property }) => last(cid, property) !== undefined));

    assert.deepEqual(await told(backend, 'C1', 'setpoint', 39), { ok: true });
    assert.equal(await server.get(1, 'hr', 10), 195);
  });

  test('a serial line that is pulled is told, and one that is none is said', async (context) => {
    const { ends, kill } = await pair(context);
    await peer(context, { serial: ends[1] });
    const { last, isUp } = open(context, { serial: ends[0], baud: 115_200 });
    await until('it is read', () => last('C1', 'setpoint') === 42);
    await kill();
    await until('the link is down', () => isUp(null) === false);

    const { said } = open(context, { serial: '/dev/there-is-no-such-line' });
    await until('it is said', () => said.some((line) => /not connected: .*no such file/i.test(line)));
  });
});

describe('an independent reader', { skip: skip || missingProgram('mbpoll') }, () => {
  test('finds in the registers what was commanded', async (context) => {
    const port = await freePort();
    await peer(context, { tcp: port }, { 1: { hr: { 10: 0, 11: 0 } } });
    const point = at('C1', 'thermostat', 'setpoint', {
      holding: 10,
      type: 'float32',
      order: 'word-swapped',
      write: true,
    });
    const { backend, isUp } = open(context, { tcp: `127.0.0.1:${port}` }, [point]);
    await until('the line is up', () => isUp(null) === true);
    assert.deepEqual(await told(backend, 'C1', 'setpoint', 43), { ok: true });

    const options = [
      '-q',
      '-m',
      'tcp',
      '-p',
      String(port),
      '-a',
      '1',
      '-0',
      '-1',
      '-r',
      '10',
      '-c',
      '1',
      '-t',
      '4:float',
    ];
    const { stdout } = await promisify(execFile)('mbpoll', [...options, '127.0.0.1']);
    assert.match(stdout, /\[10\]:\s+21\.5/);
  });
});
