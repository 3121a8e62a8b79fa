import { Type } from '@sinclair/typebox';
import type { AutomationRecord } from '../../twin/index.ts';
import { AUTOMATION_REFERENCE } from '../automation-schema.ts';
import { defineCall } from '../call.ts';

export const getAutomations = defineCall({
  name: 'getAutomations',
  means: 'All automations, as addAutomation takes them.',
  who: 'admin',
  skill: 'automations',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(Type.Unsafe<AutomationRecord>(Type.Unknown({ $ref: AUTOMATION_REFERENCE }))),
  errors: [117],
  run: ({ twin }) => [...twin.automations.values()],
});
