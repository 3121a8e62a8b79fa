import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ORDERS, REGISTER_TYPES } from './codec.ts';

/** Each description completes the sentence "it must be …", which is what somebody with a mistake in the file reads. */
const strict = { additionalProperties: false };
const oneOf = <const W extends string>(words: readonly W[]) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description: `one of ${words.join(', ')}` },
  ) as unknown as ReturnType<typeof Type.Unsafe<W>>;
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

const Place = Type.Integer({ minimum: 0, maximum: 65_535, description: 'an address from 0 to 65535, as it travels' });
const Factor = Type.Number({ minimum: -1e12, maximum: 1e12, description: 'a number, such as 0.1' });
const Words = Type.Record(Type.String({ pattern: '^-?[0-9]{1,15}$' }), Type.Union([Type.String(), Type.Boolean()]), {
  ...strict,
  description: 'a word, or true or false, for each number in the register, such as {0: off, 2: low}',
});
const Kind = oneOf(Object.keys(REGISTER_TYPES) as (keyof typeof REGISTER_TYPES)[]);

/** How a command is told, where it differs from how the state is read. */
export const CommandAddress = Type.Object(
  {
    holding: optional(Place),
    coil: optional(Place),
    type: optional(Kind),
    order: optional(oneOf(ORDERS)),
    scale: optional(Factor),
    offset: optional(Factor),
    words: optional(Words),
    function: optional(
      Type.Union([Type.Literal(6), Type.Literal(16)], {
        description: '6 or 16, for devices that know only one of them',
      }),
    ),
  },
  { ...strict, description: 'true, or where the command goes, such as {holding: 299, function: 16}' },
);
export type CommandAddress = Static<typeof CommandAddress>;

/** Where one property is on a Modbus line. */
export const Address = Type.Object(
  {
    unit: optional(Type.Integer({ minimum: 0, maximum: 255, description: 'a unit from 0 to 255; left out, it is 1' })),
    holding: optional(Place),
    input: optional(Place),
    coil: optional(Place),
    discrete: optional(Place),
    type: optional(Kind),
    order: optional(oneOf(ORDERS)),
    length: optional(Type.Integer({ minimum: 1, maximum: 100, description: 'a number of registers from 1 to 100' })),
    scale: optional(Factor),
    offset: optional(Factor),
    bit: optional(Type.Integer({ minimum: 0, maximum: 15, description: 'a bit from 0 to 15, 0 is the lowest' })),
    mask: optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'a mask from 1 to 65535' })),
    words: optional(Words),
    missing: optional(
      Type.Array(Type.Number(), {
        maxItems: 20,
        description: 'a list of numbers that mean "no value", such as [-32768]',
      }),
    ),
    poll: optional(Type.Number({ minimum: 0.1, maximum: 86_400, description: 'seconds from 0.1 to 86400' })),
    write: optional(
      Type.Union([Type.Literal(true), CommandAddress], {
        description: 'true, or where the command goes, such as {holding: 299, function: 16}',
      }),
    ),
    verify: optional(Type.Boolean({ description: 'true or false' })),
    device: optional(Type.String({ description: 'the name of a ready map, such as sdm630' })),
    point: optional(Type.String({ description: 'the name of a point of the ready map, such as power' })),
  },
  {
    ...strict,
    description: 'an address such as {unit: 1, holding: 5, type: int16, scale: 0.1} or {device: sdm630, point: power}',
  },
);
export type Address = Static<typeof Address>;
