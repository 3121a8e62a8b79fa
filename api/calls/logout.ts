import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const logout = defineCall({
  name: 'logout',
  means: 'Ends the session at once.',
  who: 'everyone',
  effect: 'write',
  session: 'ends',
  input: Type.Object({}),
  output: Type.Literal(true),
  errors: [],
  run: async ({ access, caller }) => {
    await access.logout(caller);
    return true as const;
  },
});
