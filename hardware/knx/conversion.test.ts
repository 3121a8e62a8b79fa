import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Content, KINDS, kindOf, type PropertyKind } from '../../twin/index.ts';
import { contentOf, readingOf } from '../point.ts';
import { type Conversion, conversionOf } from './conversion.ts';
import { DATAPOINT_TYPES, datapointType } from './dpt/index.ts';

const property = (type: string, name: string): PropertyKind =>
  kindOf(type)?.properties[name] ?? assert.fail(`${type} ${name}`);

const conversion = (type: string, name: string, dpt: string, options = {}): Conversion => {
  const row = datapointType(dpt) ?? assert.fail(dpt);
  const found = conversionOf(property(type, name), row, options);
  return typeof found === 'string' ? assert.fail(found) : found;
};

const hex = (payload: Uint8Array | null) => payload && Buffer.from(payload).toString('hex');

describe('what a property is on the bus', () => {
  for (const [type, name, dpt, options, reading, payload] of [
    ['switch', 'state', '1.001', {}, true, '01'],
    ['switch', 'state', '1.001', { invert: true }, true, '00'],
    ['blind', 'position', '5.001', {}, 100, 'ff'],
    ['blind', 'position', '5.001', { invert: true }, 100, '00'],
    ['blind', 'position', '5.001', { invert: true }, 80, '33'],
    ['blind', 'position', '1.008', {}, 100, '01'],
    ['blind', 'angle', '5.001', { span: [0, 90] }, 18, '33'],
    ['blind', 'angle', '5.001', { span: [90, 0] }, 90, '00'],
    ['thermostat', 'temperature', '9.001', {}, 21, '0c1a'],
    ['thermostat', 'temperature', '14.069', {}, 0, '43889333'],
    ['energy-meter', 'power', '9.024', {}, 1_000, '0064'],
    ['energy-meter', 'power', '14.056', {}, -1, 'bf800000'],
    ['energy-meter', 'energyImported', '13.010', {}, 12.345, '00003039'],
    ['energy-meter', 'energyImported', '12.001', { factor: 0.1 }, 5, '00000032'],
    ['wallbox', 'current', '7.012', {}, 16, '3e80'],
    ['weather-station', 'windSpeed', '9.028', {}, 10, '0f08'],
    ['color-light', 'color', '232.600', {}, '#ff8000', 'ff8000'],
    ['color-light', 'color', '251.600', {}, '#ff8000', 'ff800000000f'],
    [
      'thermostat',
      'mode',
      '20.102',
      { words: { off: 'protection', comfort: 'comfort', economy: ['economy', 'standby'] } },
      'off',
      '04',
    ],
    ['ventilation', 'level', '5.010', { words: { off: 0, low: 1, normal: 2, high: 3 } }, 'high', '03'],
  ] as const) {
    test(`${type} ${name} ${reading} as ${dpt} ${JSON.stringify(options)} is ${payload}, both ways`, () => {
      const { toBus, fromBus } = conversion(type, name, dpt, options);
      const kind = property(type, name);
      const content = contentOf(kind, reading) ?? assert.fail('no content');

      assert.equal(hex(toBus(content)), payload);
      assert.equal(readingOf(kind, fromBus(Uint8Array.from(Buffer.from(payload, 'hex'))) ?? ''), reading);
    });
  }

  test('a second word of the bus is understood as well, one without a meaning is none', () => {
    const { fromBus } = conversion('thermostat', 'mode', '20.102', {
      words: { comfort: 'comfort', economy: ['economy', 'standby'] },
    });

    assert.deepEqual(
      [0, 1, 2, 3].map((byte) => fromBus(Uint8Array.of(byte))),
      [null, 1, 2, 2],
    );
  });

  test('what the bus cannot say is not said, and what the property cannot be is not heard', () => {
    assert.equal(conversion('blind', 'position', '1.008').toBus(50), null);
    assert.equal(conversion('thermostat', 'mode', '20.102', { words: { comfort: 'comfort' } }).toBus(0), null);
    assert.equal(conversion('energy-meter', 'energyImported', '13.010').toBus(9_999_999_999), null);
    assert.equal(conversion('thermostat', 'temperature', '9.001').fromBus(Uint8Array.of(0x7f, 0xfe)), null);
    assert.equal(conversion('thermostat', 'setpoint', '9.001').fromBus(Uint8Array.of(0, 0)), null);
  });

  test('every content that a type can carry at all comes back within what the type can tell apart', () => {
    let pairs = 0;
    for (const [name, kind] of KINDS.flatMap(({ properties }) => Object.entries(properties))) {
      for (const type of DATAPOINT_TYPES) {
        const found = conversionOf(kind, type, {});
        if (typeof found === 'string' || kind.content.type !== 'integer') continue;
        pairs += 1;
        const { minimum, maximum } = kind.content;
        for (let part = 0; part <= 20; part += 1) {
          const content = Math.round(minimum + ((maximum - minimum) * part) / 20);
          const payload: Uint8Array | null = found.toBus(content);
          const again: Content | null = payload && found.fromBus(payload);
          if (payload === null) continue;
          assert.ok(again === null || typeof again === 'number', `${name} ${type.id} ${content}`);
          // Told once more, nothing moves any further.
          if (again !== null) assert.equal(hex(found.toBus(again)), hex(payload), `${name} ${type.id} ${content}`);
        }
      }
    }
    assert.ok(pairs > 500, `${pairs} pairs`);
  });
});
