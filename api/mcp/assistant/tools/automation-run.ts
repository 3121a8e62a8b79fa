import { Type } from '@sinclair/typebox';
import { Reference } from '../references.ts';
import { Record, strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import { automationOf } from './automation-list.ts';

/** What a run would do. */
export interface Rehearsal {
  readonly holds: boolean;
  readonly conditions: readonly object[];
  readonly actions: readonly object[];
}

export const automationRun = defineTool({
  name: 'automation_run',
  means:
    'Sets an automation off, whatever its triggers say; its conditions count. With dryRun nothing is sent: rehearsal tells what would be.',
  effect: 'sets',
  skill: 'automations',
  input: strict({ automation: Reference, dryRun: Type.Optional(Type.Boolean()) }),
  output: strict({
    id: Type.Integer(),
    name: Type.String(),
    run: Type.Optional(Type.Integer()),
    rehearsal: Type.Optional(Record),
  }),
  run: async ({ house }, { automation, dryRun = false }) => {
    const { id, name } = await automationOf(house, automation);
    if (dryRun) return { id, name, rehearsal: await house.ask<Rehearsal>('runAutomation', { id, dryRun }) };
    const { run } = await house.ask<{ run: number }>('runAutomation', { id });
    return { id, name, run };
  },
});
