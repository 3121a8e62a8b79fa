import { Type } from '@sinclair/typebox';
import { Reference } from '../references.ts';
import { strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import { automationOf } from './automation-list.ts';

export const automationSwitch = defineTool({
  name: 'automation_switch',
  means: 'Switches an automation on or off. What is off is not set off by its triggers.',
  effect: 'sets-repeatably',
  skill: 'automations',
  input: strict({ automation: Reference, enabled: Type.Boolean() }),
  output: strict({ id: Type.Integer(), name: Type.String(), before: Type.Boolean(), enabled: Type.Boolean() }),
  run: async ({ house }, { automation, enabled }) => {
    const { id, name, enabled: before } = await automationOf(house, automation);
    await house.ask('setAutomation', { id, enabled });
    return { id, name, before, enabled };
  },
});
