import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Content, Value } from '../data-entry.ts';
import { accepts, express, type PropertyKind, refine, type ValueSchema } from '../kind.ts';
import { KINDS, kindOf } from './index.ts';
import { QUANTITIES } from './quantities.ts';

const PROMISED = [
  ...['switch', 'socket', 'dimmer', 'color-light', 'blind', 'shutter', 'awning', 'window-contact', 'door-contact'],
  ...['door-lock', 'garage-door', 'motion-sensor', 'presence-sensor', 'push-button', 'temperature-sensor'],
  ...['humidity-sensor', 'air-quality-sensor', 'thermostat', 'radiator-valve', 'underfloor-loop', 'ventilation'],
  ...['heat-pump', 'energy-meter', 'pv-inverter', 'battery', 'wallbox', 'weather-station', 'smoke-detector'],
  ...['leak-sensor', 'siren'],
];

interface Row {
  readonly name: string;
  readonly property: string;
  readonly row: PropertyKind;
}

const ROWS: readonly Row[] = KINDS.flatMap(({ type, properties }) =>
  Object.entries(properties).map(([property, row]) => ({ name: `${type}.${property}`, property, row })),
);

const isNumber = (schema: ValueSchema): schema is Extract<ValueSchema, { minimum: number }> => 'minimum' in schema;

/** Contents that a device may say: both ends and up to a thousand in between. */
function contents(schema: ValueSchema): readonly Content[] {
  if (isNumber(schema)) {
    const { minimum, maximum } = schema;
    const stride = Math.max(1, Math.floor((maximum - minimum) / 1_000));
    const between = Array.from({ length: 1_001 }, (_, index) => minimum + index * stride);
    return [...between.filter((content) => content <= maximum), maximum];
  }
  if (schema.type === 'boolean') return [];
  return 'enum' in schema ? schema.enum : ['000000', 'FFFFFF', '1A2B3C'];
}

describe('every kind of device is a row that holds together', () => {
  test('every kind that the controller promises is there once, and can be found', () => {
    assert.deepEqual(KINDS.map(({ type }) => type).toSorted(), PROMISED.toSorted());
    for (const kind of KINDS) assert.equal(kindOf(kind.type), kind);
    assert.equal(kindOf('toaster'), undefined);
  });

  test('types and categories are words with hyphens, properties are camel case, meanings are sentences', () => {
    for (const { type, category, means } of KINDS) {
      assert.match(type, /^[a-z]+(-[a-z]+)*$/);
      assert.match(category, /^(lighting|shading|climate|security|energy|sensor|control)$/, type);
      assert.match(means, /^[A-Z].*\.$/, type);
    }
    for (const { name, property, row } of ROWS) {
      assert.match(property, /^[a-z][a-zA-Z0-9]*$/, name);
      assert.match(row.means, /^[A-Z].*\.$/, name);
    }
    assert.ok(ROWS.length > 90, `${ROWS.length} properties checked`);
  });

  test('every kind says whether its device can be reached, in the same words', () => {
    const rows = new Set(KINDS.map(({ properties }) => properties.reachable));

    assert.equal(rows.size, 1);
    assert.equal([...rows][0]?.commandable, false);
  });

  test('what is switched is called `state`, and is a yes or no that the device says as 1 or 0', () => {
    const switched = ROWS.filter(({ row }) => row.quantity === 'switching');

    for (const { name, property, row } of switched) {
      assert.equal(property, 'state', name);
      assert.ok(row.commandable, name);
      assert.equal(refine(row, 1), true, name);
      assert.equal(express(row, false), 0, name);
    }
    assert.equal(switched.length, 7);
  });

  test('every unit fits its quantity, and every quantity is used', () => {
    for (const { name, row } of ROWS) {
      assert.ok(QUANTITIES[row.quantity]?.includes(row.unit), `${name}: ${row.quantity} in ${row.unit}`);
    }
    assert.deepEqual([...new Set(ROWS.map(({ row }) => row.quantity))].toSorted(), Object.keys(QUANTITIES).toSorted());
  });

  test('every number has a range, for what the device says and for what it means, and both say the same', () => {
    const numbers = ROWS.filter(({ row }) => isNumber(row.value));

    for (const { name, row } of numbers) {
      assert.ok(isNumber(row.content) && isNumber(row.value), name);
      assert.equal(row.content.type, 'integer', name);
      assert.ok(row.value.minimum < row.value.maximum, name);
      assert.ok((row.value.multipleOf ?? 0) > 0, `${name} has a step`);
      assert.equal(refine(row, row.content.minimum), row.value.minimum, name);
      assert.equal(refine(row, row.content.maximum), row.value.maximum, name);
      assert.notEqual(row.unit, null, name);
    }
    assert.ok(numbers.length > 35, `${numbers.length} numbers checked`);
  });

  test('content → value → content comes back to where it started, and the value is one that the row allows', () => {
    let checked = 0;
    for (const { name, row } of ROWS) {
      for (const content of contents(row.content)) {
        const value = refine(row, content);
        assert.ok(value !== null && accepts(row.value, value), `${name}: ${content} means ${value}`);
        assert.equal(express(row, value), content, `${name}: ${content} means ${value}`);
        checked += 1;
      }
    }
    assert.ok(checked > 20_000, `${checked} contents checked`);
  });

  test('whatever can be commanded has a content for every value', () => {
    const commandable = ROWS.filter(({ row }) => row.commandable);

    for (const { name, row } of commandable) {
      for (const value of samples(row.value)) {
        assert.notEqual(express(row, value), null, `${name}: ${value}`);
      }
    }
    assert.ok(commandable.length > 25, `${commandable.length} properties checked`);
  });
});

function samples(schema: ValueSchema): readonly Value[] {
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'string') return 'enum' in schema ? schema.enum : ['#000000', '#FFffFF', '#1a2b3c'];
  const { minimum, maximum, multipleOf = 1 } = schema;
  return [minimum, maximum, minimum + multipleOf, maximum - multipleOf, minimum + 7 * multipleOf];
}
