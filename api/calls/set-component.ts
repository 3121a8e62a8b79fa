import { Type } from '@sinclair/typebox';
import type { Cid as ComponentId } from '../../twin/index.ts';
import { defineCall } from '../call.ts';
import { configure } from './configure.ts';
import { Ids, True } from './values.ts';

export const setComponent = defineCall({
  name: 'setComponent',
  means: 'Changes what a component is called, its category, or the rooms that it belongs to.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({
    cid: Type.String(),
    name: Type.Optional(Type.String()),
    rooms: Type.Optional(Ids),
    category: Type.Optional(Type.String()),
  }),
  output: True,
  errors: [106, 112],
  run: (context, { cid, name, rooms, category }) => {
    const record = {
      ...(name !== undefined && { name }),
      ...(rooms !== undefined && { rooms }),
      ...(category !== undefined && { category }),
    };
    configure(context, { collection: 'components', action: 'set', id: cid as ComponentId, record });
    return true as const;
  },
});
