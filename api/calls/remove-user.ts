import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { noteUser } from './configure.ts';
import { True } from './values.ts';

export const removeUser = defineCall({
  name: 'removeUser',
  means: 'Removes a user, at once on every connection. The last enabled administrator stays (117).',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({ id: Type.Integer() }),
  output: True,
  errors: [106, 112, 117],
  run: async (context, { id }) => {
    await context.access.removeUser(id);
    noteUser(context, 'remove', id, null);
    return true as const;
  },
});
