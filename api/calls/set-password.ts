import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const setPassword = defineCall({
  name: 'setPassword',
  means: "Changes one's own password.",
  who: 'everyone',
  effect: 'write',
  input: Type.Object({ oldPassword: Type.String(), newPassword: Type.String() }),
  output: Type.Literal(true),
  errors: [106, 109, 110],
  run: async ({ access, caller, source }, { oldPassword, newPassword }) => {
    await access.setPassword(caller, oldPassword, newPassword, source);
    return true as const;
  },
});
