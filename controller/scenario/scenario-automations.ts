import { type AutomationRecord, faultOf, kindOf } from '../../twin/index.ts';
import type { ScenarioFile } from './scenario-file.ts';
import type { Path } from './scenario-source.ts';

type Written = NonNullable<ScenarioFile['automations']>[number];

/** An automation as the twin knows it: switched on, and without conditions, unless the file says otherwise. */
export const automationOf = ({ id, limit, ...written }: Written): AutomationRecord =>
  ({
    ...{ id, enabled: true, mode: 'single', conditions: [] },
    ...written,
    ...(limit === null || limit === undefined ? {} : { limit }),
  }) as AutomationRecord;

/** What is wrong with an automation, and where in it; `null` if nothing is. */
export function automationFault(
  written: Written,
  types: ReadonlyMap<string, string>,
  scenes: ReadonlySet<string>,
): { readonly path: Path; readonly says: string } | null {
  const { id: _, ...record } = automationOf(written);
  const row = (cid: string, property: string) => {
    const properties = kindOf(types.get(cid) ?? '')?.properties ?? {};
    return Object.hasOwn(properties, property) ? properties[property] : undefined;
  };
  const fault = faultOf(record, {
    hasScene: (scene) => scenes.has(String(scene)),
    row,
  });
  return fault === null ? null : { path: pathOf(fault.field), says: fault.fault };
}

/** `actions[1].value` as a path. */
const pathOf = (field: string): Path =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([word, index]) => (index === undefined ? word : Number(index)));
