import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { noteUser, tidyUsers } from './configure.ts';
import { demandExisting, givenOf, UserFields } from './user-fields.ts';

const { username, group, ...others } = UserFields;

export const addUser = defineCall({
  name: 'addUser',
  means:
    'Adds a user, enabled and without Remote Access unless it is said. The password has at least 8 characters, not all of them the same, is not the user name, and none of those that everybody tries first.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({ username, password: Type.String(), group, ...Type.Partial(Type.Object(others)).properties }),
  output: Type.Object({ id: Type.Integer() }),
  errors: [106, 112],
  run: async (context, { password, ...input }) => {
    const given = givenOf(input);
    demandExisting(context, given);
    const id = await context.access.addUser({ username: input.username, group: input.group, password, ...given });
    noteUser(context, 'add', id, given);
    await tidyUsers(context);
    return { id };
  },
});
