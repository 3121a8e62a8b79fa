import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DatapointType, datapointType, type Meaning } from './index.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hex = (payload: Uint8Array | null): string | null => payload && Buffer.from(payload).toString('hex');
const typed = (id: string): DatapointType => datapointType(id) ?? assert.fail(`there is no type ${id}`);

const NOBODY = { year: null, month: null, day: null, weekday: null, hour: null, minute: null, second: null };
const QUIET = { workday: null, fault: false, summer: false, external: false, reliable: false };

/** Values of the standard's tables and of well-known telegrams. */
const PUBLISHED: readonly (readonly [id: string, meaning: Meaning, payload: string])[] = [
  ['1.001', false, '00'],
  ['1.001', true, '01'],
  ['1.008', true, '01'],
  ['1.1200', true, '01'],
  ['1.1201', false, '00'],
  ['2.001', { control: true, value: false }, '02'],
  ['2.001', { control: true, value: true }, '03'],
  ['3.007', { brighter: true, step: 1 }, '09'],
  ['3.007', { brighter: false, step: 0 }, '00'],
  ['3.008', { down: true, step: 7 }, '0f'],
  ['4.001', 'A', '41'],
  ['4.002', 'ä', 'e4'],
  ['5.001', 0, '00'],
  ['5.001', 100, 'ff'],
  ['5.001', 20, '33'],
  ['5.003', 360, 'ff'],
  ['5.004', 255, 'ff'],
  ['5.005', 1, '01'],
  ['5.005', 255, 'ff'],
  ['5.006', 254, 'fe'],
  ['5.010', 200, 'c8'],
  ['6.001', -128, '80'],
  ['6.010', 127, '7f'],
  ['6.020', { a: true, b: true, c: true, d: true, e: true, mode: 0 }, '01'],
  ['6.020', { a: false, b: false, c: false, d: false, e: true, mode: 2 }, 'f4'],
  ['7.001', 65_535, 'ffff'],
  ['7.003', 655_350, 'ffff'],
  ['7.004', 6_553_500, 'ffff'],
  ['7.013', 1_000, '03e8'],
  ['7.600', 2_700, '0a8c'],
  ['8.001', -32_768, '8000'],
  ['8.003', -327_680, '8000'],
  ['8.004', 3_276_700, '7fff'],
  ['8.010', -327.68, '8000'],
  ['8.010', 327.67, '7fff'],
  ['9.001', 21, '0c1a'],
  ['9.001', 0, '0000'],
  ['9.001', -30, '8a24'],
  ['9.001', 24.36, '0cc2'],
  ['9.001', -272.96, 'a156'],
  ['9.004', 670_433.28, '7ffe'],
  ['9.004', 0.01, '0001'],
  ['9.007', 55.04, '1560'],
  ['9.002', -0.01, '87ff'],
  ['9.002', -655.36, 'a800'],
  ['9.002', -670_760.96, 'f801'],
  ['10.001', { weekday: 4, hour: 23, minute: 59, second: 58 }, '973b3a'],
  ['10.001', { weekday: 0, hour: 0, minute: 0, second: 0 }, '000000'],
  ['11.001', { year: 2089, month: 12, day: 31 }, '1f0c59'],
  ['11.001', { year: 1990, month: 1, day: 1 }, '01015a'],
  ['11.001', { year: 2024, month: 2, day: 29 }, '1d0218'],
  ['12.001', 4_294_967_295, 'ffffffff'],
  ['13.001', -2_147_483_648, '80000000'],
  ['13.002', 1.5, '00003a98'],
  ['13.010', 1_000_000, '000f4240'],
  ['13.013', -1, 'ffffffff'],
  ['14.019', 16, '41800000'],
  ['14.056', -1, 'bf800000'],
  ['14.068', 21.5, '41ac0000'],
  ['16.000', 'KNX is OK', '4b4e58206973204f4b0000000000'],
  ['16.001', 'Küche 20 °C', '4bfc636865203230 20b043000000'.replaceAll(' ', '')],
  ['17.001', 63, '3f'],
  ['18.001', { learn: false, scene: 0 }, '00'],
  ['18.001', { learn: true, scene: 63 }, 'bf'],
  [
    '19.001',
    { ...NOBODY, ...QUIET, year: 2010, month: 11, day: 22, weekday: 1, hour: 12, minute: 30, second: 15 },
    '6e0b162c1e0f2000',
  ],
  ['19.001', { ...NOBODY, ...QUIET }, '0000000000003e00'],
  [
    '19.001',
    { ...NOBODY, ...QUIET, hour: 24, minute: 0, second: 0, weekday: 0, workday: true, external: true },
    '0000001800005880',
  ],
  [
    '19.001',
    {
      ...QUIET,
      year: 2155,
      month: 12,
      day: 31,
      weekday: 7,
      hour: 23,
      minute: 59,
      second: 59,
      summer: true,
      reliable: true,
    },
    'ff0c1ff73b3b2140',
  ],
  ['19.001', { ...NOBODY, ...QUIET, workday: false, fault: true }, '0000000000009e00'],
  ['20.102', 'auto', '00'],
  ['20.102', 'protection', '04'],
  ['29.010', -1, 'ffffffffffffffff'],
  ['29.012', 9_007_199_254_740_991, '001fffffffffffff'],
  ['232.600', '#FF8000', 'ff8000'],
  ['251.600', { red: 1, green: 2, blue: 3, white: 4 }, '01020304000f'],
  ['251.600', { red: null, green: null, blue: null, white: 255 }, '000000ff0001'],
];

/** Payloads that say nothing, and why. */
const NONSENSE: readonly (readonly [id: string, payload: string, why: string])[] = [
  ['1.001', '02', 'a bit of seven'],
  ['1.001', '', 'nothing'],
  ['2.001', '04', 'reserved bits'],
  ['3.007', '10', 'reserved bits'],
  ['4.001', '80', 'not ASCII'],
  ['5.001', '0000', 'two bytes'],
  ['5.006', 'ff', 'reserved'],
  ['6.020', '00', 'no mode'],
  ['6.020', '03', 'two modes'],
  ['9.001', '7fff', 'invalid by the standard'],
  ['9.001', '0c', 'one byte'],
  ['9.001', '0c1a00', 'three bytes'],
  ['9.001', 'f800', 'colder than nothing'],
  ['9.002', 'f800', 'out of the range of the standard'],
  ['9.004', '87ff', 'less than no light'],
  ['10.001', '180000', 'hour 24'],
  ['10.001', '003c00', 'minute 60'],
  ['10.001', '000080', 'reserved bits'],
  ['11.001', '1e0218', '30 February'],
  ['11.001', '1d0217', '29 February 2023'],
  ['11.001', '010064', 'month 0, year 100'],
  ['11.001', '010164', 'year 100'],
  ['14.056', '7fc00000', 'not a number'],
  ['14.056', '7f800000', 'infinite'],
  ['16.000', '4b00580000000000000000000000', 'text behind the end'],
  ['16.000', 'e400000000000000000000000000', 'not ASCII'],
  ['17.001', '40', 'reserved bits'],
  ['18.001', '40', 'reserved bits'],
  ['19.001', '6e0b16381e0f2000', 'hour 24 with minutes'],
  ['19.001', '6e1b162c1e0f2000', 'reserved bits'],
  ['19.001', '0080000000003e00', 'reserved bits of a month that is not said'],
  ['19.001', '6e0b162c1e0f2001', 'reserved bits'],
  ['19.001', '6e0b1f2c1e0f2000', '31 November'],
  ['20.102', '05', 'reserved'],
  ['29.010', '0020000000000000', 'more than a number holds exactly'],
  ['29.010', '8000000000000000', 'less than a number holds exactly'],
  ['251.600', '01020304010f', 'reserved byte'],
  ['251.600', '010203040010', 'reserved bits'],
];

describe('payloads that are published', () => {
  for (const [id, meaning, payload] of PUBLISHED) {
    test(`${id} says ${JSON.stringify(meaning)} with ${payload}`, () => {
      assert.equal(hex(typed(id).encode(meaning)), payload);
      assert.deepEqual(typed(id).decode(bytes(payload)), meaning);
    });
  }

  for (const [id, payload, why] of NONSENSE) {
    test(`${id} does not understand ${payload || 'an empty payload'}: ${why}`, () => {
      assert.equal(typed(id).decode(bytes(payload)), null);
    });
  }
});
