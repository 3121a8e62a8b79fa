import { Type } from '@sinclair/typebox';
import { type RunTrace, toIso } from '../../twin/index.ts';
import { defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';
import { ActionTrace, actionsOf, ConditionTrace, conditionsOf } from './automation-trace.ts';
import { Nullable, Timestamp, Value } from './values.ts';

export const getAutomationRuns = defineCall({
  name: 'getAutomationRuns',
  means:
    'The latest runs of an automation, the newest first: what set each off, what its conditions said, what its actions did, and what the devices then reported.',
  who: 'admin',
  skill: 'automations',
  effect: 'read',
  explains: true,
  input: Type.Object({ id: Type.Integer() }),
  output: Type.Array(
    Type.Object({
      run: Type.Integer(),
      automation: Type.Integer(),
      started: Timestamp,
      ended: Nullable(Timestamp),
      result: Type.String({
        description: 'running, queued, done, skipped, busy, restarted, stopped, loop, limit, missed or failed',
      }),
      trigger: Type.Object({
        at: Type.String({ description: 'Such as triggers[0], or user' }),
        user: Type.Optional(Type.String()),
        cid: Type.Optional(Type.String()),
        property: Type.Optional(Type.String()),
        value: Type.Optional(Nullable(Value)),
        due: Type.Optional(Timestamp),
      }),
      conditions: Type.Array(ConditionTrace),
      actions: Type.Array(ActionTrace),
      left: Type.Integer({ description: 'Conditions and actions that the trace had no room for' }),
    }),
  ),
  errors: [106, 112, 117],
  run: ({ twin }, { id }) => {
    if (!twin.automations.has(id)) throw new CallFault(112);
    return twin.runsOf(id).map(recordOf).reverse();
  },
});

const recordOf = ({ run, automation, started, ended, result, trigger, conditions, actions, left }: RunTrace) => ({
  run,
  automation,
  started: toIso(started),
  ended: ended === null ? null : toIso(ended),
  result,
  trigger: triggerOf(trigger),
  conditions: conditionsOf(conditions),
  actions: actionsOf(actions),
  left,
});

const triggerOf = ({ due, ...trigger }: RunTrace['trigger']) => ({
  ...trigger,
  ...(due !== undefined && { due: toIso(due) }),
});
