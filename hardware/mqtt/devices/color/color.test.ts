import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chromaticityOf, rgbOfChromaticity } from './chromaticity.ts';
import { hueOf, rgbOfHue } from './hue.ts';
import { type Rgb, rgbOf, written } from './rgb.ts';
import { whiteOf } from './white.ts';
import { type ColorForm, zigbeeColor, zigbeeColorCommand } from './zigbee-color.ts';

/** Of 255, in each part: what four decimals of a chromaticity, or one of a hue, leave. */
const TOLERANCE: { readonly [form in ColorForm]: number } = { xy: 2, hs: 0 };

/** Any color at full value. */
const byte = fc.integer({ min: 0, max: 255 });
const full = fc
  .tuple(byte, byte, fc.constantFrom(0, 1, 2))
  .map(([a, b, at]) => written([a / 255, b / 255].toSpliced(at, 0, 1) as unknown as Rgb));

const parts = (color: string): readonly number[] => rgbOf(color).map((part) => part * 255);

describe('the color of a lamp', () => {
  for (const form of ['xy', 'hs'] as const) {
    test(`comes back as it was told as ${form}, within ${TOLERANCE[form]} of 255`, () => {
      fc.assert(
        fc.property(full, (color) => {
          const told = zigbeeColorCommand(color, form);
          const back = zigbeeColor({ color: told, color_mode: form }, 'color');
          assert.ok(back, JSON.stringify(told));
          parts(back).forEach((part, at) => {
            const off = Math.abs(part - (parts(color)[at] ?? Number.NaN));
            assert.ok(off <= TOLERANCE[form] + 1e-9, `${color} as ${JSON.stringify(told)} is ${back}`);
          });
        }),
        { numRuns: 20_000 },
      );
    });
  }

  test('lies where the standard has its primaries and its white', () => {
    const corners = [
      ['#ff0000', 0.64, 0.33],
      ['#00ff00', 0.3, 0.6],
      ['#0000ff', 0.15, 0.06],
      ['#ffffff', 0.3127, 0.329],
    ] as const;
    for (const [color, x, y] of corners) {
      const found = chromaticityOf(rgbOf(color));
      assert.ok(found && Math.abs(found.x - x) < 0.0002 && Math.abs(found.y - y) < 0.0002, JSON.stringify(found));
      assert.equal(written(rgbOfChromaticity({ x, y }) ?? [0, 0, 0]), color);
    }
  });

  test('is a hue at full value', () => {
    for (const [hue, saturation, color] of [
      [0, 100, '#ff0000'],
      [30, 100, '#ff8000'],
      [120, 50, '#80ff80'],
      [240, 100, '#0000ff'],
      [360, 100, '#ff0000'],
      [77, 0, '#ffffff'],
    ] as const) {
      assert.equal(written(rgbOfHue({ hue, saturation }) ?? [0, 0, 0]), color);
    }
  });

  test('is the same however bright, and black is none', () => {
    assert.deepEqual(hueOf(rgbOf('#800000')), hueOf(rgbOf('#ff0000')));
    assert.deepEqual(chromaticityOf(rgbOf('#800000')), chromaticityOf(rgbOf('#ff0000')));
    for (const form of ['xy', 'hs'] as const) assert.equal(zigbeeColorCommand('#000000', form), undefined);
  });

  test('is at full value, whatever chromaticity is said', () => {
    const part = fc.double({ min: -0.1, max: 1.1, noNaN: true });
    fc.assert(
      fc.property(part, part, (x, y) => {
        const color = zigbeeColor({ color: { x, y } }, 'color');
        assert.equal(color !== undefined, x >= 0 && y > 0 && x + y <= 1);
        if (color !== undefined) assert.ok(/^#[0-9a-f]{6}$/.test(color) && color.includes('ff'), color);
      }),
      { numRuns: 20_000 },
    );
  });

  test('of a white is that of a body that glows', () => {
    // CIE 15: illuminant A is a body of 2856 K.
    const { x, y } = whiteOf(2_856);
    assert.ok(Math.abs(x - 0.4476) < 0.001 && Math.abs(y - 0.4074) < 0.001, `${x} ${y}`);
    for (const edge of [2_222, 4_000]) {
      assert.ok(Math.abs(whiteOf(edge).y - whiteOf(edge + 0.001).y) < 0.0002, String(edge));
    }
    assert.deepEqual(whiteOf(1), whiteOf(1_667));
    assert.deepEqual(whiteOf(1e9), whiteOf(25_000));
  });
});
