import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { KINDS, type PropertyKind, refine } from '../../twin/index.ts';
import type { BusPoint } from '../bus.ts';
import { contentOf } from '../point.ts';
import type { Address } from './address.ts';
import { check } from './check.ts';
import { encode } from './codec.ts';
import { READY_MAPS } from './maps/index.ts';
import { contentFrom, requestFor } from './meaning.ts';
import { resolve } from './resolve.ts';
import type { Words } from './spec.ts';

const LINE = { tcp: '127.0.0.1:502' };
const POINTS = Object.entries(READY_MAPS).flatMap(([device, map]) =>
  Object.keys(map.points).map((point) => ({ device, point, map })),
);
const property = (type: string, name: string): PropertyKind => {
  const kind = Object.values(KINDS).find((each) => each.type === type)?.properties[name];
  assert.ok(kind, `${type} has ${name}`);
  return kind;
};

/** The published register lists, written down a second time. */
const PUBLISHED = [
  'sdm630 power: input 52 float32 big × 1 W',
  'sdm630 energyImported: input 72 float32 big × 1 kWh',
  'sdm630 energyExported: input 74 float32 big × 1 kWh',
  'sdm120 power: input 12 float32 big × 1 W',
  'sdm120 energyImported: input 72 float32 big × 1 kWh',
  'sdm120 energyExported: input 74 float32 big × 1 kWh',
  'em24 power: holding 40 int32 word-swapped × 0.1 W',
  'em24 energyImported: holding 52 int32 word-swapped × 0.1 kWh',
  'em24 energyExported: holding 78 int32 word-swapped × 0.1 kWh',
  'umg604 power: holding 19026 float32 big × 1 W',
  'umg604 energyImported: holding 19068 float32 big × 0.001 kWh',
  'umg604 energyExported: holding 19076 float32 big × 0.001 kWh',
  ...['keba-p30', 'keba-p40'].flatMap((keba) => [
    `${keba} state: holding 1000 uint32 big × 1 {2 true, 3 true, 5 false}, command: holding 5014 uint16 {0 false, 1 true}`,
    `${keba} current: holding 1100 uint32 big × 0.001 A, command: holding 5004 uint16 × 0.001`,
    `${keba} status: holding 1000 uint32 big × 1 {1 free, 2 plugged, 3 charging, 5 plugged}`,
    `${keba} power: holding 1020 uint32 big × 0.001 W`,
    `${keba} energy: holding 1036 uint32 big × 0.0001 kWh`,
  ]),
  ...Object.entries({ 'go-e': 0.01, 'go-e-v2': 10 }).flatMap(([goE, watts]) => [
    `${goE} state: holding 200 uint16 big × 1, command: holding 200 uint16`,
    `${goE} current: holding 299 uint16 big × 1 A, command: holding 299 uint16`,
    `${goE} status: input 100 uint16 big × 1 {1 free, 2 charging, 3 plugged, 4 full}`,
    `${goE} power: input 120 uint32 big × ${watts} W`,
    `${goE} energy: input 128 uint32 big × 0.1 kWh`,
  ]),
  'stiebel-wpm state: holding 1500 uint16 big × 1 {1 false, 2 true, 3 true, 4 true, 5 true}, command: holding 1500 uint16 {1 false, 2 true}',
  'stiebel-wpm activity: input 2500 & 304 uint16 big × 1 {0 idle, 16 heating, 32 hot-water}',
  'stiebel-wpm flowTemperature: input 512 int16 big × 0.1 °C',
  'stiebel-wpm temperature: input 506 int16 big × 0.1 °C',
  'stiebel-wpm roomTemperature: input 583 int16 big × 0.1 °C',
  'stiebel-wpm roomTemperatureFe7: input 500 int16 big × 0.1 °C',
  'stiebel-wpm roomTemperatureFek: input 502 int16 big × 0.1 °C',
  'stiebel-wpm setpoint: holding 1501 int16 big × 0.1 °C, command: holding 1501 int16 × 0.1',
  'stiebel-lwz state: holding 1000 uint16 big × 1 {1 false, 3 true, 4 true, 5 true, 11 true, 14 true}, command: holding 1000 uint16 {1 false, 11 true}',
  'stiebel-lwz activity: input 2000 & 28 uint16 big × 1 {0 idle, 4 heating, 16 hot-water}',
  'stiebel-lwz flowTemperature: input 11 int16 big × 0.1 °C',
  'stiebel-lwz temperature: input 6 int16 big × 0.1 °C',
  'stiebel-lwz roomTemperature: input 0 int16 big × 0.1 °C',
  'stiebel-lwz humidity: input 2 int16 big × 0.1 %',
  'stiebel-lwz setpoint: holding 1001 int16 big × 0.1 °C, command: holding 1001 int16 × 0.1',
  'stiebel-lwz level: holding 1017 uint16 big × 1 {0 off, 1 low, 2 normal, 3 high}, command: holding 1017 uint16 {0 off, 1 low, 2 normal, 3 high}',
  'stiebel-lwz airflow: input 18 uint16 big × 1 m³/h',
  'systemair-save level: holding 1130 uint16 big × 1 {0 off, 2 low, 3 normal, 4 high}, command: holding 1130 uint16 {0 off, 2 low, 3 normal, 4 high}',
  'systemair-save supplyTemperature: holding 12102 int16 big × 0.1 °C',
  'systemair-save setpoint: holding 2000 int16 big × 0.1 °C, command: holding 2000 int16 × 0.1',
  'systemair-save temperature: holding 12101 int16 big × 0.1 °C',
  'systemair-save roomTemperature: holding 12543 int16 big × 0.1 °C',
  'systemair-save humidity: holding 12135 uint16 big × 1 %',
];

const meant = (words: Words | undefined): string =>
  words === undefined
    ? ''
    : ` {${Object.entries(words)
        .map((pair) => pair.join(' '))
        .join(', ')}}`;

describe('the ready maps', () => {
  test('read the registers of the published lists', () => {
    const read = POINTS.flatMap(({ device, point, map }) => {
      const place = resolve({ device, point });
      if (place === null || !('spec' in place)) return [];
      const { table, start, form, scale, mask, words, command } = place.spec;
      const unit = map.points[point]?.measures;
      const told = command && `, command: ${command.table} ${command.start} ${command.form.type}`;
      const how = command && (command.scale === 1 ? meant(command.words) : ` × ${command.scale}`);
      const where = `${table} ${start}${mask === undefined ? '' : ` & ${mask}`}`;
      const what = `${where} ${form.type} ${form.order} × ${scale}${unit === undefined ? '' : ` ${unit}`}`;
      return [`${device} ${point}: ${what}${meant(words)}${told ?? ''}${how ?? ''}`];
    });
    assert.deepEqual(read, PUBLISHED);
  });

  for (const { device, point, map } of POINTS) {
    test(`${device} ${point} is something that a kind of component has`, () => {
      const name = map.points[point]?.property ?? point;
      const fits = Object.values(KINDS)
        .flatMap(({ properties }) => (properties[name] ? [properties[name]] : []))
        .filter((kind) => {
          const place: BusPoint<Address> = { cid: 'C1', property: name, kind, address: { device, point, unit: 1 } };
          return check(LINE, [place]).length === 0;
        });
      assert.ok(fits.length > 0, 'unit and words fit');
      assert.ok(map.source.length > 20, 'its source is named');
    });
  }

  const said = (device: string, point: string, kind: PropertyKind, raw: number) => {
    const place = resolve({ device, point });
    assert.ok(place !== null && 'spec' in place);
    const { spec } = place;
    const registers = encode(spec.form, raw);
    assert.ok(registers !== null);
    const content = contentFrom(kind, spec, registers);
    return content === null ? null : refine(kind, content);
  };
  const told = (device: string, point: string, kind: PropertyKind, value: number | boolean | string) => {
    const place = resolve({ device, point });
    assert.ok(place !== null && 'spec' in place && place.spec.command !== null);
    const content = contentOf(kind, value);
    assert.ok(content !== null);
    const request = requestFor(kind, place.spec.command, content);
    assert.ok(request?.kind === 'registers');
    return [request.start, ...request.registers];
  };

  test('a KEBA wallbox is told amperes in thousandths, and says nothing of what it leaves open', () => {
    const [state, current] = [property('wallbox', 'state'), property('wallbox', 'current')];
    for (const device of ['keba-p30', 'keba-p40']) {
      assert.deepEqual(
        [0, 1, 2, 3, 4, 5].map((raw) => said(device, 'state', state, raw)),
        [null, null, true, true, null, false],
      );
      assert.deepEqual([said(device, 'current', current, 16_000), said(device, 'current', current, 0)], [16, null]);
      assert.deepEqual(
        [told(device, 'state', state, true), told(device, 'state', state, false)],
        [
          [5014, 1],
          [5014, 0],
        ],
      );
      assert.deepEqual(told(device, 'current', current, 32), [5004, 32_000]);
    }
  });

  test('a go-e counts its power in hundredths of a watt, the older hardware in tens of watts', () => {
    const power = property('wallbox', 'power');
    assert.deepEqual([said('go-e', 'power', power, 360_000), said('go-e-v2', 'power', power, 360)], [3600, 3600]);
  });

  test('a Stiebel Eltron says what it does in bits, of which the others do not matter', () => {
    const activity = property('heat-pump', 'activity');
    const wpm = [0x8000, 0x0043, 0x0050, 0x0061, 0x0030, 0x0100, 0x0110].map((raw) =>
      said('stiebel-wpm', 'activity', activity, raw),
    );
    assert.deepEqual(wpm, [null, 'idle', 'heating', 'hot-water', null, null, null]);
    const lwz = [0x8000, 0x0003, 0x0207, 0x0013, 0x000b].map((raw) => said('stiebel-lwz', 'activity', activity, raw));
    assert.deepEqual(lwz, [null, 'idle', 'heating', 'hot-water', null]);
    const state = property('heat-pump', 'state');
    assert.deepEqual(
      [told('stiebel-wpm', 'state', state, true), told('stiebel-wpm', 'state', state, false)],
      [
        [1500, 2],
        [1500, 1],
      ],
    );
    assert.deepEqual(told('stiebel-lwz', 'state', state, true), [1000, 11]);
    assert.equal(said('stiebel-wpm', 'state', state, 0), null, 'emergency operation is neither');
    assert.deepEqual(told('stiebel-wpm', 'setpoint', property('thermostat', 'setpoint'), 21.5), [1501, 215]);
  });

  test('stand in the guide as they stand in the code', () => {
    const guide = readFileSync(new URL('../../docs/modbus.md', import.meta.url), 'utf8');
    const rows = Object.entries(READY_MAPS).map(
      ([name, { device, unit, points, source, remark = '' }]) =>
        `| \`${name}\` | ${device} | ${unit} | ${Object.keys(points).join(', ')} | ${remark} | ${source} |`,
    );
    const table = guide.split('\n').filter((line) => /^\| `[a-z0-9-]+` \| .* \| .* \| .* \| .* \|/.test(line));
    assert.deepEqual(table, rows);
  });
});
