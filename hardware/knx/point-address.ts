import { type Static, Type } from '@sinclair/typebox';

const strict = { additionalProperties: false };

const Group = Type.Union([Type.String(), Type.Integer()], {
  description: 'a group address such as "1/2/3", "1/515" or 2563',
});
const Dpt = Type.String({
  pattern: '^\\d{1,3}\\.\\d{3,4}$',
  description: 'a datapoint type in quotes, such as "1.001"',
});
const Word = Type.Union([Type.Boolean(), Type.Number(), Type.String()]);

/** Where a property is on the bus. */
export const PointAddress = Type.Object(
  {
    dpt: Dpt,
    write: Type.Optional(Group),
    status: Type.Optional(
      Type.Union([Group, Type.Array(Group, { minItems: 1, maxItems: 20 })], {
        description: 'a group address such as "1/2/4", or a list of up to 20',
      }),
    ),
    statusDpt: Type.Optional(Dpt),
    read: Type.Optional(Type.Union([Type.Literal('start'), Type.Literal('never')], { description: 'start or never' })),
    answer: Type.Optional(Type.Boolean({ description: 'true or false' })),
    invert: Type.Optional(Type.Boolean({ description: 'true or false' })),
    factor: Type.Optional(Type.Number({ description: 'what one of the bus is worth in the unit of the property' })),
    span: Type.Optional(
      Type.Tuple([Type.Number(), Type.Number()], {
        description: 'what 0 % and 100 % of the bus mean in the unit of the property, such as [0, 90]',
      }),
    ),
    words: Type.Optional(
      Type.Record(Type.String(), Type.Union([Word, Type.Array(Word, { minItems: 1, maxItems: 20 })]), {
        description: 'what the bus says for each word of the property, such as {off: protection, comfort: comfort}',
      }),
    ),
  },
  { ...strict, description: 'a record such as {write: "1/2/3", status: "1/2/4", dpt: "1.001"}' },
);
export type PointAddress = Static<typeof PointAddress>;
