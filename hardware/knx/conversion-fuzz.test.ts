import assert from 'node:assert/strict';
import { test } from 'node:test';
import { damaged, repeatable } from '../../property-tests/damaged-bytes.ts';
import { accepts, KINDS, type PropertyKind } from '../../twin/index.ts';
import { type Conversion, conversionOf } from './conversion.ts';
import { DATAPOINT_TYPES, type DatapointType } from './dpt/index.ts';

interface Carried extends Conversion {
  readonly kind: PropertyKind;
  readonly type: DatapointType;
  readonly what: string;
}

const WORDS = { off: 'protection', auto: 'auto', comfort: 'comfort', economy: ['economy', 'standby'] };
const OPTIONS = [{}, { invert: true }, { factor: 0.1 }, { span: [0, 90] as [number, number] }];

/** Every property in every type that can carry it, in every manner. */
const CARRIED: readonly Carried[] = KINDS.flatMap(({ type: name, properties }) =>
  Object.entries(properties).flatMap(([property, kind]) => {
    const known = 'enum' in kind.value ? Object.entries(WORDS).filter(([word]) => words(kind).includes(word)) : [];
    const options = known.length > 0 ? [...OPTIONS, { words: Object.fromEntries(known) }] : OPTIONS;
    return DATAPOINT_TYPES.flatMap((type) =>
      options.flatMap((each): Carried[] => {
        const found = conversionOf(kind, type, each);
        if (typeof found === 'string') return [];
        return [{ ...found, kind, type, what: `${name} ${property} as ${type.id} ${JSON.stringify(each)}` }];
      }),
    );
  }),
);

function words({ value }: PropertyKind): readonly string[] {
  return 'enum' in value ? value.enum.map(String) : [];
}

const mainOf = ({ id }: DatapointType): string => id.split('.')[0] ?? '';
const MAINS = [...new Set(CARRIED.map(({ type }) => mainOf(type)))];

test('every main type that a property can be is tried', () => {
  assert.deepEqual(MAINS.toSorted(), [
    '1',
    '12',
    '13',
    '14',
    '16',
    '17',
    '20',
    '232',
    '251',
    '29',
    '5',
    '6',
    '7',
    '8',
    '9',
  ]);
  assert.ok(CARRIED.length > 4_000, `${CARRIED.length}`);
});

for (const main of MAINS) {
  test(`100 000 payloads of ${main}.* are no value, or one that the property can be and that is said back the same`, () => {
    const chance = repeatable(Number(main));
    const carried = CARRIED.filter(({ type }) => mainOf(type) === main);
    let understood = 0;
    for (let round = 0; round < 100_000; round += 1) {
      const { kind, type, what, fromBus, toBus } = carried[round % carried.length] ?? assert.fail();
      const length = chance() < 0.95 ? type.bytes : Math.floor(chance() * 16);
      const size = chance() < 0.5 ? 256 : 2 ** Math.floor(chance() * 8);
      const noise = Uint8Array.from({ length }, () => (chance() < 0.3 ? 0 : Math.floor(chance() * size)));
      const spoken = chance() < 0.2 ? toBus(Math.floor(chance() * 3)) : null;
      const payload = spoken === null ? noise : damaged([spoken], chance);
      const content = fromBus(payload);
      if (content === null) continue;
      understood += 1;
      const hex = Buffer.from(payload).toString('hex');
      assert.equal(payload.length, type.bytes, `${what} ${hex}`);
      assert.ok(accepts(kind.content, content), `${what} ${hex} is ${content}, which it cannot be`);
      // Rounded to a step of the property it may be just out of what the type can say.
      const again = toBus(content);
      if (again !== null) assert.equal(fromBus(again), content, `${what} ${hex}`);
    }
    assert.ok(understood > 300, `${understood} understood`);
  });
}
