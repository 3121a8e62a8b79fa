import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const getSkills = defineCall({
  name: 'getSkills',
  means: 'The parts of the controller that can be switched off.',
  who: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), enabled: Type.Boolean() })),
  errors: [],
  run: ({ twin }) => [...twin.skills.values()].map(({ id, name, enabled }) => ({ id, name, enabled })),
});
