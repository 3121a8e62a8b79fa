import { Type } from '@sinclair/typebox';
import { Record, strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import type { Rehearsal } from './automation-run.ts';

const Parts = Type.Array(Type.Object({}));

export const automationCreate = defineTool({
  name: 'automation_create',
  means:
    'Adds an automation, switched off unless enabled is true, and rehearses it. Triggers (any): {when:"change",cid,property,to?,for?}, {when:"threshold",cid,property,above|below,hysteresis?}, {when:"time",at:"06:30",weekdays?:["mon"]}, {when:"sun",event:"sunset",offset?}, {when:"scene",scene}. Conditions (all): {if:"value",cid,property,is|above|below}, {if:"time",after,before}, {if:"sun",is:"up"}, {and|or:[…]}, {not:…}. Actions (in turn): {do:"set",cid,property,value}, {do:"scene",scene}, {do:"wait",seconds}, {do:"waitFor",condition,limit}, {do:"choose",options:[{conditions,actions}],otherwise}, {do:"repeat",actions,times}. A fault names the place.',
  effect: 'adds',
  skill: 'automations',
  input: strict({
    name: Type.String(),
    triggers: Parts,
    conditions: Type.Optional(Parts),
    actions: Parts,
    mode: Type.Optional(Type.String({ description: 'single, restart, queued or parallel' })),
    enabled: Type.Optional(Type.Boolean()),
  }),
  output: strict({
    id: Type.Integer(),
    name: Type.String(),
    enabled: Type.Boolean(),
    rehearsal: Record,
  }),
  run: async ({ house }, { enabled = false, ...record }) => {
    const { id } = await house.ask<{ id: number }>('addAutomation', { ...record, enabled });
    const rehearsal = await house.ask<Rehearsal>('runAutomation', { id, dryRun: true });
    return { id, name: record.name, enabled, rehearsal };
  },
});
