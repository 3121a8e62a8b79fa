import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KINDS, kindOf, type PropertyKind } from '../twin/index.ts';
import { contentOf, readingOf } from './point.ts';

const property = (type: string, name: string): PropertyKind => {
  const kind = kindOf(type)?.properties[name];
  assert.ok(kind);
  return kind;
};

describe('a reading of a bus', () => {
  test('is taken to the nearest step of the property', () => {
    const temperature = property('temperature-sensor', 'temperature');

    assert.equal(contentOf(temperature, 21.34), 213);
    assert.equal(contentOf(temperature, -0.04), 0);
    assert.equal(contentOf(temperature, -8e-8), 0);
    assert.equal(contentOf(property('energy-meter', 'energyImported'), 12_345.678_9), 12_345_679);
  });

  test('that the property cannot have is none', () => {
    const temperature = property('temperature-sensor', 'temperature');

    for (const reading of [500, Number.NaN, Number.POSITIVE_INFINITY, 'warm', true]) {
      assert.equal(contentOf(temperature, reading), null, String(reading));
    }
    assert.equal(contentOf(property('switch', 'state'), 1), null);
    assert.equal(contentOf(property('dimmer', 'brightness'), 100.6), null);
  });

  test('yes and no are what the device calls 1 and 0', () => {
    assert.equal(contentOf(property('switch', 'state'), true), 1);
    assert.equal(readingOf(property('switch', 'state'), 0), false);
  });

  test('every number that a property can be is found again', () => {
    for (const kind of KINDS) {
      for (const [name, row] of Object.entries(kind.properties)) {
        const { value } = row;
        if (value.type !== 'number' && value.type !== 'integer') continue;
        for (let part = 0; part <= 20; part += 1) {
          const reading = value.minimum + ((value.maximum - value.minimum) * part) / 20;
          const content = contentOf(row, reading);
          assert.notEqual(content, null, `${kind.type} ${name} ${reading}`);
          const again = readingOf(row, content as number) as number;
          assert.ok(
            Math.abs(again - reading) <= (value.multipleOf ?? 1) / 2 + 1e-9,
            `${kind.type} ${name} ${reading} ${again}`,
          );
        }
      }
    }
  });
});
