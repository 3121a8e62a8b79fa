import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';
import { presentOf } from '../record-texts.ts';
import { Content, Timestamp, Value } from './values.ts';

export const getComponentData = defineCall({
  name: 'getComponentData',
  means: 'The current value of one property of a component.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({ cid: Type.String(), property: Type.String() }),
  output: Type.Object({
    value: Type.Union([Value, Type.Null()]),
    content: Type.Union([Content, Type.Null()]),
    lastUpdate: Type.Union([Timestamp, Type.Null()]),
  }),
  errors: [106, 112],
  run: ({ twin, caller }, { cid, property }) => {
    const component = twin.components.get(cid);
    // What is hidden is not told from what does not exist.
    const entry = component && caller.view.maySee(component) ? component.entry(property) : undefined;
    if (!entry) throw new CallFault(112);
    return presentOf(entry);
  },
});
