import { Type } from '@sinclair/typebox';
import { Reference } from '../references.ts';
import { PageInput, PageOutput, pageOf, Records, strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import { automationOf } from './automation-list.ts';

interface Run {
  readonly started: string;
}

export const automationTraces = defineTool({
  name: 'automation_traces',
  means:
    'Its latest runs, the newest first: what set it off, what conditions saw, what actions did, what devices then reported. skipped: its conditions did not hold.',
  effect: 'reads',
  skill: 'automations',
  input: strict({ automation: Reference, ...PageInput }),
  output: strict({ id: Type.Integer(), name: Type.String(), runs: Records, ...PageOutput }),
  run: async ({ house }, { automation, limit = 5, offset = 0 }) => {
    const { id, name } = await automationOf(house, automation);
    const page = pageOf(await house.ask<readonly Run[]>('getAutomationRuns', { id }), { limit, offset });
    const runs = page.items.map((run) => ({ ...run, ageSeconds: house.ageOf(run.started) }));
    return { id, name, runs, total: page.total, leftOut: page.leftOut };
  },
});
