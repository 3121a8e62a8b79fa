import { Type } from '@sinclair/typebox';
import type { Component, Value as PropertyValue } from '../../twin/index.ts';
import { defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';
import { numberFromText } from '../text-values.ts';
import { Value } from './values.ts';

export const componentUpdate = defineCall({
  name: 'componentUpdate',
  means:
    'Commands a property of a component. true: the controller has accepted the command, which does not mean that the device has switched; false: unknown component or property, read-only, or not permitted.',
  who: 'everyone',
  effect: 'write',
  input: Type.Object({ cid: Type.String(), property: Type.String(), value: Value }),
  output: Type.Record(Type.String({ pattern: '^C\\d+$' }), Type.Boolean(), { description: 'Keyed by cid' }),
  errors: [106],
  run: ({ twin, caller, cause, texts }, { cid, property, value }) => {
    const component = twin.components.get(cid);
    // What may not be commanded is refused before the value is looked at: a bad value tells nothing about it.
    if (!component || !caller.view.mayCommand(component)) return { [cid]: false };
    const command = {
      cid: component.cid,
      property,
      value: texts ? valueFromText(component, property, value) : value,
      cause,
    };
    const outcome = twin.command(command);
    if (outcome === 'invalid-value') throw new CallFault(106);
    return { [cid]: outcome === 'accepted' };
  },
});

/** In a form or a query the property decides whether a text is a number. */
const valueFromText = ({ kind }: Component, property: string, value: PropertyValue): PropertyValue => {
  const row = Object.hasOwn(kind.properties, property) ? kind.properties[property] : undefined;
  const numeric = row?.value.type === 'number' || row?.value.type === 'integer';
  return numeric ? (numberFromText(value) as PropertyValue) : value;
};
