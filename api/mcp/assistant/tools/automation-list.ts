import { Type } from '@sinclair/typebox';
import type { HouseReader } from '../house-reader.ts';
import { fold, rankOf } from '../names.ts';
import type { Automation } from '../records.ts';
import { named, Reference } from '../references.ts';
import { PageInput, PageOutput, pageOf, Records, strict } from '../told.ts';
import { defineTool } from '../tool.ts';

export const automationsOf = (house: HouseReader): Promise<readonly Automation[]> =>
  house.ask<readonly Automation[]>('getAutomations');

export const automationOf = async (house: HouseReader, reference: Reference): Promise<Automation> =>
  named('automation', await automationsOf(house), reference);

export const automationList = defineTool({
  name: 'automation_list',
  means: 'Automations: name, whether it is switched on, what sets it off; with automation: this one, whole.',
  effect: 'reads',
  skill: 'automations',
  input: strict({
    automation: Type.Optional(Reference),
    query: Type.Optional(Type.String()),
    ...PageInput,
  }),
  output: strict({ automations: Records, ...PageOutput }),
  run: async ({ house }, { automation, query, ...paging }) => {
    if (automation !== undefined) {
      return { automations: [await automationOf(house, automation)], total: 1, leftOut: '1 of 1' };
    }
    const question = fold(query ?? '');
    const found = (await automationsOf(house)).filter(
      ({ name }) => question === '' || rankOf(question, fold(name)) !== undefined,
    );
    const page = pageOf(found, paging);
    return {
      automations: page.items.map(({ id, name, enabled, mode, triggers, conditions, actions }) => ({
        id,
        name,
        enabled,
        mode,
        triggers,
        conditions: conditions.length,
        actions: actions.length,
      })),
      total: page.total,
      leftOut: page.leftOut,
    };
  },
});
