import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { BACKEND_LAWS } from '../../hardware/backend-contract.ts';
import type { BusPoint } from '../../hardware/bus.ts';
import type { Address } from '../../hardware/modbus/address.ts';
import { modbus } from '../../hardware/modbus/index.ts';
import type { Settings } from '../../hardware/modbus/settings.ts';
import {
  type Backend,
  type Cid,
  kindOf,
  type Link,
  type Report,
  SystemClock,
  type WriteOutcome,
} from '../../twin/index.ts';
import type { Contents } from './modbus-desk.ts';
import { type ModbusServer, noReader, startModbusServer, type Wiring } from './modbus-server.ts';

/** A point of a kind, with its address. */
export const at = (cid: Cid, type: string, property: string, address: Address): BusPoint<Address> => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} has ${property}`);
  return { cid, property, kind, address };
};

const SETPOINT = at('C1', 'thermostat', 'setpoint', { holding: 10, type: 'int16', scale: 0.1, write: true });
export const POINTS = [
  SETPOINT,
  at('C1', 'thermostat', 'temperature', { input: 3, type: 'float32', order: 'word-swapped' }),
  at('C1', 'thermostat', 'mode', { holding: 12, words: { 0: 'off', 1: 'comfort', 2: 'economy' }, write: true }),
  at('C2', 'switch', 'state', { unit: 2, coil: 7, write: true, verify: true }),
];
/** 21.5 °C in a float32 is 0x41AC0000. */
export const HOUSE: Contents = {
  1: { hr: { 10: 210, 12: 1, 40: 7 }, ir: { 3: 0x0000, 4: 0x41ac } },
  2: { co: { 7: 0 } },
};

export const open = (context: TestContext, settings: Settings, points = POINTS) => {
  const reports: Report[] = [];
  const links: Link[] = [];
  const said: string[] = [];
  const backend = modbus.open({
    name: 'meters',
    settings: { poll: 0.2, timeout: 0.3, ...settings },
    points,
    clock: new SystemClock(),
    secret: () => '',
    say: (line) => said.push(line),
  });
  backend.reports.subscribe((report) => reports.push(report));
  backend.link.subscribe((link) => links.push(link));
  context.after(() => backend.close());
  const last = (cid: Cid, property: string) =>
    reports.filter((report) => report.cid === cid && report.property === property).at(-1)?.content;
  const isUp = (cid: Cid | null) => links.filter((link) => link.cid === cid).at(-1)?.up;
  return { backend, reports, links, said, last, isUp };
};

export const told = (backend: Backend, cid: Cid, property: string, content: number): Promise<WriteOutcome> =>
  new Promise((resolve) => {
    backend.write({ cid, property }, content, { by: 'device' }).subscribe(resolve);
  });

export const until = async (what: string, holds: () => boolean | Promise<boolean>, seconds = 15): Promise<void> => {
  for (let tries = 0; tries < seconds * 50; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`not within ${seconds} s: ${what}`);
};

export const peer = async (context: TestContext, wiring: Wiring, contents = HOUSE) => {
  const server = await startModbusServer(wiring, contents);
  context.after(() => server.end());
  return server;
};

/** A server that the tests around take one after the other, each filled anew. */
export const sharedPeer = (wiring: () => Wiring | Promise<Wiring>) => {
  let server: ModbusServer | undefined;
  before(async () => {
    server = await startModbusServer(await wiring(), {});
  });
  after(() => server?.end());
  return async (contents = HOUSE): Promise<ModbusServer> => {
    assert.ok(server);
    await server.fill(contents);
    return server;
  };
};

/** The laws of every backend, each tried on a backend of its own with such a server behind it. */
export const obeysTheLaws = (filled: () => Promise<ModbusServer>): void => {
  for (const law of BACKEND_LAWS)
    test(law.title, async (context) => {
      const server = await filled();
      const { backend, last, isUp } = open(context, server.settings);
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
          // One question at a time: once this one is read back, so is everything that was told before.
          assert.deepEqual(await told(backend, 'C2', 'state', 1), { ok: true });
        },
      });
    });
};

/** What was commanded is there for another program as well. */
export const othersRead = (filled: (contents: Contents) => Promise<ModbusServer>): void => {
  test('an independent reader finds in the registers what was commanded', { skip: noReader }, async (context) => {
    const server = await filled({ 1: { hr: { 10: 0x0000, 11: 0x41ac } } });
    const address = { holding: 10, type: 'float32', order: 'word-swapped', write: true } as const;
    const { backend, last } = open(context, server.settings, [at('C1', 'thermostat', 'setpoint', address)]);
    await until('it is read', () => last('C1', 'setpoint') === 43);
    assert.deepEqual(await told(backend, 'C1', 'setpoint', 39), { ok: true });
    // On a serial line only one may ask.
    await backend.close();

    assert.match(await server.read(...'-q -a 1 -0 -1 -r 10 -c 1 -t 4:float'.split(' ')), /\[10\]:\s+19\.5/);
  });
};
