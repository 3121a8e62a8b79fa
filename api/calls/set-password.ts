import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { noteUser } from './configure.ts';

export const setPassword = defineCall({
  name: 'setPassword',
  means: "Changes one's own password and ends one's other sessions.",
  who: 'everyone',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({ oldPassword: Type.String(), newPassword: Type.String() }),
  output: Type.Literal(true),
  errors: [106, 109, 110],
  run: async (context, { oldPassword, newPassword }) => {
    const { access, caller, source } = context;
    await access.setPassword(caller, oldPassword, newPassword, source);
    noteUser(context, 'set', caller.user.id, { newPassword: true });
    return true as const;
  },
});
