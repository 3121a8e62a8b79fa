import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';
import { ActionTrace, actionsOf, ConditionTrace, conditionsOf } from './automation-trace.ts';

export const runAutomation = defineCall({
  name: 'runAutomation',
  means:
    'Sets an automation off, whatever its triggers say; its conditions count. With dryRun nothing is sent: the answer is what would be.',
  who: 'admin',
  skill: 'automations',
  effect: 'write',
  explains: true,
  input: Type.Object({ id: Type.Integer(), dryRun: Type.Optional(Type.Boolean()) }),
  output: Type.Union([
    Type.Object({ run: Type.Integer({ description: 'To be found in getAutomationRuns' }) }),
    Type.Object({
      conditions: Type.Array(ConditionTrace),
      holds: Type.Boolean({ description: 'Whether all conditions hold at present' }),
      actions: Type.Array(ActionTrace),
    }),
  ]),
  errors: [106, 112, 117],
  run: ({ twin, cause }, { id, dryRun = false }) => {
    if (dryRun) {
      const rehearsed = twin.rehearse(id);
      if (rehearsed === null) throw new CallFault(112);
      const { conditions, holds, actions } = rehearsed;
      return { conditions: conditionsOf(conditions), holds, actions: actionsOf(actions) };
    }
    const run = twin.runAutomation(id, cause);
    if (run === null) throw new CallFault(112);
    return { run };
  },
});
