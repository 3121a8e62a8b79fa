import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const getZones = defineCall({
  name: 'getZones',
  means: 'The zones of the building.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  errors: [],
  run: ({ twin }) => [...twin.zones.values()].map(({ id, name }) => ({ id, name })),
});
