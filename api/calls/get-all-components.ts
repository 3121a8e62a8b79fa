import { Type } from '@sinclair/typebox';
import { defineCall, Encoded } from '../call.ts';
import { Cid, Content, Timestamp, Value } from './values.ts';

const Property = Type.Object({
  property: Type.String(),
  means: Type.String(),
  quantity: Type.String({ description: 'What is measured or set, such as temperature' }),
  unit: Type.Union([Type.String(), Type.Null()]),
  type: Type.String({ description: 'boolean, number, integer or string' }),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number()),
  options: Type.Optional(Type.Array(Type.String())),
  pattern: Type.Optional(Type.String()),
  commandable: Type.Boolean({ description: 'Whether componentUpdate may set it' }),
});

const Mapping = Type.Object({
  property: Type.String(),
  stages: Type.Array(
    Type.Object({
      stage: Type.String(),
      mapping: Type.Record(Type.String(), Value),
    }),
    { description: 'Steps from content to value, in order; commands go through them backwards' },
  ),
});

const ComponentRecord = Type.Object({
  cid: Cid,
  name: Type.String(),
  category: Type.String(),
  type: Type.String(),
  data: Type.Array(
    Type.Object({
      property: Type.String(),
      value: Type.Union([Value, Type.Null()]),
      content: Type.Union([Content, Type.Null()]),
      lastUpdate: Type.Union([Timestamp, Type.Null()]),
    }),
  ),
  rooms: Type.Array(Type.Integer()),
  properties: Type.Optional(Type.Array(Property)),
  mappings: Type.Optional(Type.Array(Mapping)),
});

export const getAllComponents = defineCall({
  name: 'getAllComponents',
  means: 'Every component that the user may see, with its current values.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({
    withProperties: Type.Optional(Type.Boolean({ description: 'With the description of each property' })),
    withMappings: Type.Optional(Type.Boolean({ description: 'With how raw contents map to values' })),
  }),
  output: Type.Array(ComponentRecord),
  errors: [106],
  run: ({ records, caller: { view } }, { withProperties = false, withMappings = false }) => {
    const shape = { withProperties, withMappings };
    return new Encoded(records.list(view, shape), () => records.records(view, shape));
  },
});
