import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { configure } from './configure.ts';
import { True } from './values.ts';

export const setSkill = defineCall({
  name: 'setSkill',
  means: 'Switches a part of the controller on or off, at once. The calls of what is off are error 117.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({ id: Type.String(), enabled: Type.Boolean() }),
  output: True,
  errors: [106, 112],
  run: (context, { id, enabled }) => {
    configure(context, { collection: 'skills', action: 'set', id, record: { enabled } });
    return true as const;
  },
});
