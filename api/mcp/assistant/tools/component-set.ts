import { Type } from '@sinclair/typebox';
import type { Described } from '../catalogue.ts';
import { confirmation } from '../confirmation.ts';
import type { Present, Value } from '../records.ts';
import { componentOf } from '../references.ts';
import { AnyValue, Nullable, Record, strict } from '../told.ts';
import { defineTool, type ToolWork } from '../tool.ts';
import { CODE, ToolFault } from '../tool-fault.ts';
import { demandValue, settable } from '../value-check.ts';

export const componentSet = defineTool({
  name: 'component_set',
  means:
    'Commands one property and waits up to 5 s for the device to confirm it. confirmed: false is no error: the command was sent, but the device has not (yet) reported the value; see after and note.',
  effect: 'sets-repeatably',
  input: strict({
    component: Type.String({ description: 'cid, or a name that only one has' }),
    property: Type.String(),
    value: AnyValue,
  }),
  output: strict({
    cid: Type.String(),
    name: Type.String(),
    property: Type.String(),
    requested: Type.Unknown(),
    before: Record,
    observed: Type.Array(Type.Unknown()),
    after: Record,
    confirmed: Type.Boolean(),
    reachable: Nullable(Type.Boolean()),
    note: Type.String(),
  }),
  run: async (work, { component: reference, property, value }) => {
    const { house, context } = work;
    const component = componentOf(await house.catalogue(), reference);
    const row = settable(component.name, component.properties, property);
    demandValue(row, value);
    const before = seen(work, await house.ask<Present>('getComponentData', { cid: component.cid, property }));
    const answer = confirmation(context, { cid: component.cid, row, value, signal: work.signal });
    try {
      const accepted = await house.ask<Record<string, boolean>>('componentUpdate', {
        cid: component.cid,
        property,
        value,
      });
      if (accepted[component.cid] !== true) {
        throw new ToolFault(CODE.refused, `the controller did not accept ${property} for ${component.name}`);
      }
    } catch (error) {
      answer.end();
      throw error;
    }
    const { confirmed, observed, clockStoodStill } = await answer.outcome;
    const { after, reachable } = await present(work, component, property);
    return {
      cid: component.cid,
      name: component.name,
      property,
      requested: value,
      before,
      observed: [...observed],
      after: seen(work, after),
      confirmed,
      reachable,
      note: noteOf({ confirmed, clockStoodStill, reachable, observed }),
    };
  },
});

const present = async ({ house }: ToolWork, component: Described, property: string) => {
  const entries = await house.present(component);
  const after = entries.find((entry) => entry.property === property) ?? NOTHING;
  const said = entries.find((entry) => entry.property === 'reachable')?.value;
  return { after, reachable: typeof said === 'boolean' ? said : null };
};

const NOTHING: Present = { value: null, content: null, lastUpdate: null };

const seen = ({ house }: ToolWork, { value, lastUpdate }: Present) => ({ value, ageSeconds: house.ageOf(lastUpdate) });

const noteOf = (said: {
  readonly confirmed: boolean;
  readonly clockStoodStill: boolean;
  readonly reachable: boolean | null;
  readonly observed: readonly Value[];
}): string => {
  if (said.confirmed) return 'the device reported the value';
  if (said.reachable === false) return 'the device cannot be reached: after is its last known value';
  if (said.clockStoodStill) return "the house's clock stands still: no device can answer until it is moved on";
  return said.observed.length > 0
    ? 'the device is on its way, or took another value: ask again later'
    : 'the device has not answered: ask again later, and do not take it for done';
};
