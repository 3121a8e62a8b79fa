import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { repeatable } from '../../../property-tests/damaged-bytes.ts';
import { DATAPOINT_TYPES, type DatapointType, datapointType } from './index.ts';

const hex = (payload: Uint8Array | null): string | null => payload && Buffer.from(payload).toString('hex');
const typed = (id: string): DatapointType => datapointType(id) ?? assert.fail(`there is no type ${id}`);

const NOBODY = { year: null, month: null, day: null, weekday: null, hour: null, minute: null, second: null };
const QUIET = { workday: null, fault: false, summer: false, external: false, reliable: false };

/** What no type can be told, and what single types cannot. */
const REFUSED: readonly (readonly [id: string, meaning: unknown])[] = [
  ['1.001', 'on'],
  ['1.001', 1],
  ['2.001', { control: true }],
  ['2.001', { control: true, value: 1 }],
  ['3.007', { brighter: true, step: 8 }],
  ['3.007', { brighter: true, step: 1.5 }],
  ['4.001', 'AB'],
  ['4.001', 'ä'],
  ['5.001', 101],
  ['5.001', -0.1],
  ['5.003', 360.1],
  ['5.006', 255],
  ['5.010', 1.5],
  ['6.001', 128],
  ['7.600', 65_536],
  ['8.001', -32_769],
  ['8.010', 327.68],
  ['9.001', -273.1],
  ['9.001', 1e9],
  ['9.001', 670_500],
  ['9.002', -670_761],
  ['9.004', -1],
  ['9.001', '21'],
  ['10.001', { weekday: 8, hour: 0, minute: 0, second: 0 }],
  ['10.001', { weekday: 0, hour: 24, minute: 0, second: 0 }],
  ['11.001', { year: 1989, month: 1, day: 1 }],
  ['11.001', { year: 2090, month: 1, day: 1 }],
  ['11.001', { year: 2023, month: 2, day: 29 }],
  ['12.001', -1],
  ['13.010', 2_147_483_648],
  ['14.056', 3.5e38],
  ['16.000', 'fifteen letters'],
  ['16.001', '€'],
  ['16.000', 'a\0b'],
  ['17.001', 64],
  ['18.001', { learn: true, scene: 64 }],
  ['19.001', { ...NOBODY, ...QUIET, month: 5 }],
  ['19.001', { ...NOBODY, ...QUIET, hour: 24, minute: 0, second: 1 }],
  ['20.102', 'warm'],
  ['20.102', 1],
  ['29.010', 9_007_199_254_740_992],
  ['232.600', 'FF8000'],
  ['251.600', { red: 256, green: 0, blue: 0, white: 0 }],
];

describe('datapoint types', () => {
  test('every type that is promised is there', () => {
    const mains = new Set(DATAPOINT_TYPES.map(({ id }) => Number(id.split('.')[0])));

    assert.deepEqual([...mains], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 29, 232, 251]);
    for (const id of ['3.007', '3.008', '4.001', '5.001', '5.003', '5.010', '20.102', '14.080', '13.016']) typed(id);
    assert.equal(new Set(DATAPOINT_TYPES.map(({ id }) => id)).size, DATAPOINT_TYPES.length);
    assert.ok(DATAPOINT_TYPES.length > 180, `${DATAPOINT_TYPES.length} types`);
    for (const [at, unit] of Object.entries({ 19: 'A', 27: 'V', 33: 'Hz', 56: 'W', 65: 'm/s', 68: '°C', 79: 'J' })) {
      assert.equal(typed(`14.${at.padStart(3, '0')}`).unit, unit);
    }
  });

  for (const [id, meaning] of REFUSED) {
    test(`${id} cannot say ${JSON.stringify(meaning)}`, () => assert.equal(typed(id).encode(meaning), null));
  }

  test('no type says what is no meaning at all', () => {
    const nothing = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, undefined, [], {}, 10n];
    for (const type of DATAPOINT_TYPES) {
      for (const meaning of [...nothing, Symbol('x'), new Date(0)]) {
        assert.equal(type.encode(meaning), null, `${type.id} ${String(meaning)}`);
      }
    }
  });

  test('every number in range comes back as near as the type can say it', () => {
    for (const type of DATAPOINT_TYPES) {
      const { range } = type;
      if (range === undefined) continue;
      const whole = range.step === 1;
      const number = whole
        ? fc.integer({ min: range.minimum, max: range.maximum })
        : fc.double({ min: range.minimum, max: range.maximum, noNaN: true });
      fc.assert(
        fc.property(number, (value) => {
          const payload = type.encode(value);
          if (payload === null) return false;
          const again = type.decode(payload);
          // Two bytes have eleven bits of mantissa, four bytes have twenty-four.
          const slack =
            type.bytes === 2 && type.id.startsWith('9.') ? Math.abs(value) / 2_048 : Math.abs(value) / 2 ** 24;
          return typeof again === 'number' && Math.abs(again - value) <= Math.max(range.step / 2, slack) + 1e-9;
        }),
        { numRuns: 300 },
      );
    }
  });

  test('100 000 payloads of each main type are refused, or mean the same when they are said again', () => {
    const random = repeatable(7);
    const seen = new Map<string, [understood: number, all: number]>();
    for (const type of DATAPOINT_TYPES) {
      const main = type.id.split('.')[0] ?? '';
      const family = DATAPOINT_TYPES.filter(({ id }) => id.startsWith(`${main}.`)).length;
      const count = seen.get(main) ?? [0, 0];
      seen.set(main, count);
      for (let round = 0; round < Math.ceil(100_000 / family); round += 1) {
        const length = random() < 0.9 ? type.bytes : Math.floor(random() * 20);
        // Small bytes often: reserved bits are seldom 0 by chance.
        const size = random() < 0.5 ? 256 : 2 ** Math.floor(random() * 8);
        const payload = Uint8Array.from({ length }, () => (random() < 0.3 ? 0 : Math.floor(random() * size)));
        const meaning = type.decode(payload);
        count[1] += 1;
        if (meaning === null) continue;
        count[0] += 1;
        const again = type.encode(meaning);
        assert.ok(again, `${type.id} ${hex(payload)} means ${JSON.stringify(meaning)}, which it cannot say`);
        assert.deepEqual(type.decode(again), meaning, `${type.id} ${hex(payload)}`);
      }
    }
    for (const [main, [understood, all]] of seen) {
      assert.ok(all >= 100_000 && understood > 500, `${main}: ${understood} of ${all} understood`);
    }
  });

  test('every payload of up to two bytes that there is is refused, or means what it says back', () => {
    const seen = new Set<string>();
    for (const { id, bytes, range, decode, encode } of DATAPOINT_TYPES) {
      // Types that differ in their unit alone are one codec.
      const codec = `${id.split('.')[0]} ${range?.minimum ?? id} ${range?.maximum} ${range?.step}`;
      if (bytes > 2 || seen.has(codec)) continue;
      seen.add(codec);
      const meanings = new Map<string, string>();
      for (let number = 0; number < 256 ** bytes; number += 1) {
        const payload = bytes === 1 ? Uint8Array.of(number) : Uint8Array.of(number >> 8, number & 255);
        const meaning = decode(payload);
        if (meaning === null) continue;
        const said = hex(encode(meaning));
        assert.ok(said, `${id} ${hex(payload)} means ${JSON.stringify(meaning)}, which it cannot say`);
        const word = JSON.stringify(meaning);
        // What means the same is said in one way, and what is said means nothing else.
        assert.equal(meanings.get(word) ?? said, said, `${id} ${hex(payload)}`);
        meanings.set(word, said);
      }
      for (const [word, said] of meanings) {
        assert.equal(JSON.stringify(decode(Uint8Array.from(Buffer.from(said, 'hex')))), word, `${id} ${said}`);
      }
    }
    assert.ok(seen.size > 40, `${seen.size} codecs`);
  });
});
