import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { express, type PropertyKind, refine } from '../kind.ts';
import { boolean, clamp, enumeration, rgb, scale } from './index.ts';

describe('stages', () => {
  test('a scale is exact in decimals, whatever the binary fractions do', () => {
    const factors = fc.constantFrom(0.1, 0.5, 0.05, 0.01, 0.001, 2, 10);
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        factors,
        fc.constantFrom(0, -40, 273.15),
        (n, factor, offset) => {
          const stage = scale({ factor, offset });
          const value = stage.refine(n);

          assert.match(String(value), /^-?\d+(\.\d{1,3})?$/);
          assert.equal(stage.express(value), n);
          assert.ok(!Object.is(value, -0));
        },
      ),
    );
    assert.equal(scale({ factor: 0.1 }).refine(3), 0.3);
    assert.equal(scale({ factor: 100 / 255 }).refine(128), 50.196078);
    assert.throws(() => scale({ factor: 0 }), RangeError);
  });

  test('one and zero are yes and no, or the other way round', () => {
    assert.deepEqual([1, 0].map(boolean().refine), [true, false]);
    assert.deepEqual([1, 0].map(boolean({ inverted: true }).refine), [false, true]);
    assert.deepEqual([true, false].map(boolean({ inverted: true }).express), [0, 1]);
  });

  test('words stand for numbers and for words, one each', () => {
    const mode = enumeration({ 0: 'off', 1: 'heat', ECO: 'economy' });

    assert.deepEqual([0, 1, 'ECO'].map(mode.refine), ['off', 'heat', 'economy']);
    assert.deepEqual(['off', 'heat', 'economy'].map(mode.express), [0, 1, 'ECO']);
    assert.throws(() => enumeration({ 0: 'off', 1: 'off' }), /twice/);
  });

  test('what overshoots is kept within its range', () => {
    assert.deepEqual([-3, 50, 101].map(clamp({ minimum: 0, maximum: 100 }).refine), [0, 50, 100]);
  });

  test('a color is six digits with a number sign', () => {
    assert.equal(rgb().refine('FF8800'), '#ff8800');
    assert.equal(rgb().express('#Ff8800'), 'FF8800');
  });
});

describe('a property', () => {
  const setpoint: PropertyKind = {
    means: '',
    quantity: 'temperature',
    unit: '°C',
    content: { type: 'integer', minimum: 0, maximum: 350 },
    value: { type: 'number', minimum: 5, maximum: 30, multipleOf: 0.1 },
    stages: [scale({ factor: 0.1 }), clamp({ minimum: 5, maximum: 30 })],
    commandable: true,
  };
  const mode: PropertyKind = {
    ...setpoint,
    content: { type: 'integer', minimum: 0, maximum: 3 },
    value: { type: 'string', enum: ['off', 'heat'] },
    stages: [enumeration({ 0: 'off', 1: 'heat' })],
  };

  test('means nothing when the device says what it cannot say', () => {
    assert.equal(refine(setpoint, 213), 21.3);
    assert.equal(refine(setpoint, 349), 30);
    const impossible = [351, -1, 21.5, '213', true, null, undefined, {}, Number.NaN, Number.POSITIVE_INFINITY];
    for (const content of impossible) assert.equal(refine(setpoint, content), null, String(content));
    assert.equal(refine(mode, 2), null);
  });

  test('takes only values of its type, in its range and on its step', () => {
    assert.equal(express(setpoint, 21.3), 213);
    assert.equal(express(setpoint, 0.1 * 213), 213);
    const impossible = [21.35, 4.9, 30.1, '21.3', true, null, [21], Number.NaN, Number.NEGATIVE_INFINITY];
    for (const value of impossible) assert.equal(express(setpoint, value), null, String(value));
    assert.equal(express(mode, 'heat'), 1);
    assert.equal(express(mode, 'toString'), null);
  });

  test('rounds to the device’s own steps when its values are finer', () => {
    const level: PropertyKind = {
      ...setpoint,
      content: { type: 'integer', minimum: 0, maximum: 255 },
      value: { type: 'number', minimum: 0, maximum: 100 },
      stages: [scale({ factor: 100 / 255 })],
    };

    assert.equal(express(level, 50), 128);
    for (let content = 0; content <= 255; content += 1) assert.equal(express(level, refine(level, content)), content);
  });
});
