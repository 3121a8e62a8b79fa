import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { noteUser, tidyUsers } from './configure.ts';
import { demandExisting, givenOf, UserFields } from './user-fields.ts';
import { True } from './values.ts';

const { username, ...others } = UserFields;

export const setUser = defineCall({
  name: 'setUser',
  means:
    'Changes a user, at once on every connection. What is left out stays; rooms and scenes are replaced as a whole. A new password ends the sessions of the user. The last enabled administrator stays one (117).',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({
    id: Type.Integer(),
    ...Type.Partial(Type.Object({ username, password: Type.String(), ...others })).properties,
  }),
  output: True,
  errors: [106, 112, 117],
  run: async (context, { id, password, ...input }) => {
    const given = givenOf(input);
    demandExisting(context, given);
    const { access, caller } = context;
    const hasChanged = await access.setUser(id, password === undefined ? given : { ...given, password }, caller);
    if (!hasChanged) return true as const;
    noteUser(context, 'set', id, { ...given, ...(password !== undefined && { newPassword: true }) });
    await tidyUsers(context);
    return true as const;
  },
});
