import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kindOf, milliseconds, type PropertyKind, refine } from '../../twin/index.ts';
import type { Answer } from './answer.ts';
import { contentFrom } from './meaning.ts';
import type { Question } from './questions.ts';
import { type FoundModel, sunspecSpec, walkModels } from './sunspec.ts';
import { SUNSPEC_MODELS } from './sunspec-models.ts';

const property = (type: string, name: string): PropertyKind => {
  const kind = kindOf(type)?.properties[name];
  assert.ok(kind, `${type} has ${name}`);
  return kind;
};

/** A device with holding registers, which answers at once. */
const device =
  (registers: ReadonlyMap<number, number>) =>
  ({ request, done }: Question): void => {
    assert.ok(request.kind === 'read');
    const values = Array.from({ length: request.count }, (_, index) => registers.get(request.start + index));
    const isThere = values.every((value) => value !== undefined);
    done(isThere ? { ok: true, values: values as number[] } : { ok: false, exception: 2 });
  };

const found = (registers: ReadonlyMap<number, number>): readonly FoundModel[] | string => {
  let result: readonly FoundModel[] | string = 'nothing was found';
  walkModels({
    unit: 1,
    ask: device(registers),
    answered: (_: number, __: Answer) => undefined,
    done: (all) => (result = all),
  });
  return result;
};

const block = (start: number, values: readonly number[]): [number, number][] =>
  values.map((value, index) => [start + index, value]);

/** Common model, then an inverter with whole numbers, at the usual place. */
const INVERTER = new Map([
  ...block(40_000, [0x5375, 0x6e53]),
  ...block(40_002, [1, 66, ...Array(66).fill(0)]),
  ...block(40_070, [103, 50, ...Array(50).fill(0)]),
  ...block(40_070 + 14, [350, 1]),
  ...block(40_070 + 24, [0x0001, 0x0000, 2]),
  ...block(40_070 + 38, [4]),
  ...block(40_122, [0xffff, 0]),
]);

/** The published models, written down a second time: place from the model's identifier, type, place of the scale factor. */
const INVERTERS = ['power 14 int16 15', 'energy 24 uint32 26 × 0.001', 'status 38 uint16'];
const INVERTERS_IN_FLOATS = ['power 22 float32', 'energy 32 float32 × 0.001', 'status 48 uint16'];
const METERS = ['meterPower 18 int16 22', 'energyExported 38 uint32 54 × 0.001', 'energyImported 46 uint32 54 × 0.001'];
const METERS_IN_FLOATS = [
  'meterPower 28 float32',
  'energyExported 60 float32 × 0.001',
  'energyImported 68 float32 × 0.001',
];
const PUBLISHED = {
  ...Object.fromEntries([101, 102, 103].map((model) => [model, INVERTERS])),
  ...Object.fromEntries([111, 112, 113].map((model) => [model, INVERTERS_IN_FLOATS])),
  ...Object.fromEntries([201, 202, 203, 204].map((model) => [model, METERS])),
  ...Object.fromEntries([211, 212, 213, 214].map((model) => [model, METERS_IN_FLOATS])),
};

describe('a device that speaks SunSpec', () => {
  test('has its points where the published models have them', () => {
    const read = Object.entries(SUNSPEC_MODELS).map(([model, points]) => [
      model,
      Object.entries(points).map(([point, { at, type, scaleAt, scale }]) =>
        [point, at, type, ...(scaleAt ? [scaleAt] : []), ...(scale ? ['×', scale] : [])].join(' '),
      ),
    ]);
    assert.deepEqual(Object.fromEntries(read), PUBLISHED);
  });

  test('says itself which models it has, and where', () => {
    assert.deepEqual(found(INVERTER), [
      { model: 1, start: 40_002, length: 66 },
      { model: 103, start: 40_070, length: 50 },
    ]);
    assert.equal(found(new Map()), 'it has no SunSpec mark');
  });

  test('whose models have no end, or reach too far, ends the search', () => {
    const endless = new Map(block(0, [0x5375, 0x6e53, ...Array(2_000).fill([7, 0]).flat()]));
    assert.equal((found(endless) as readonly FoundModel[]).length, 64);
    const far = new Map(block(50_000, [0x5375, 0x6e53, 103, 0xff00]));
    assert.equal(found(far), 'its models do not fit into its registers');
  });

  test('has its values scaled as it says; what it does not have is no value', () => {
    const models = found(INVERTER) as readonly FoundModel[];
    const read = (point: string, kind: PropertyKind, registers: ReadonlyMap<number, number> = INVERTER) => {
      const spec = sunspecSpec(point, models, { unit: 1, poll: milliseconds(1_000) });
      assert.ok(spec, point);
      const values = Array.from({ length: spec.count }, (_, index) => registers.get(spec.start + index) ?? 0);
      const content = contentFrom(kind, spec, values);
      return content === null ? null : refine(kind, content);
    };
    const power = property('pv-inverter', 'power');
    assert.equal(read('power', power), 3_500);
    assert.equal(read('energy', property('pv-inverter', 'energy')), 6_553.6);
    assert.equal(read('status', property('pv-inverter', 'status')), 'producing');
    const changed = (place: number, value: number) => new Map([...INVERTER, [40_070 + place, value]]);
    assert.equal(read('power', power, changed(14, 0x8000)), null);
    assert.equal(read('power', power, changed(15, 0x8000)), null, 'without a scale factor it says nothing');
    assert.equal(read('power', power, changed(14, 0xfffb)), 0, 'what it draws at night is no power that it delivers');
    assert.equal(sunspecSpec('meterPower', models, { unit: 1, poll: milliseconds(1_000) }), null);
  });
});
