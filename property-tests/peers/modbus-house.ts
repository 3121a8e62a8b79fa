import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
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
import { type Contents, startPymodbus, type Where } from './pymodbus.ts';

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

export const until = async (what: string, holds: () => boolean, seconds = 15): Promise<void> => {
  for (let tries = 0; tries < seconds * 50; tries += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`not within ${seconds} s: ${what}`);
};

export const peer = async (context: TestContext, where: Where, contents = HOUSE) => {
  const server = await startPymodbus(where, contents);
  context.after(() => server.kill());
  return server;
};
