import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';
import { True } from './values.ts';

export const stopScene = defineCall({
  name: 'stopScene',
  means: 'Ends a scene where it is, if it runs. Whoever waits for its end is answered with error 117.',
  who: 'admin',
  effect: 'write',
  explains: true,
  input: Type.Object({ id: Type.Integer() }),
  output: True,
  errors: [106, 112],
  run: ({ twin, cause }, { id }) => {
    if (!twin.scenes.has(id)) throw new CallFault(112);
    twin.stopScene(id, cause);
    return true as const;
  },
});
