import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const getVersion = defineCall({
  name: 'getVersion',
  means: 'Versions of the interface, the controller and the twin.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({ api: Type.String(), ncd: Type.String(), engine: Type.String() }),
  errors: [],
  run: ({ versions }) => versions,
});
