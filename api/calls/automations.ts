import { Type } from '@sinclair/typebox';
import { AUTOMATION_FIELDS } from '../automation-schema.ts';
import { recordCalls } from './record-calls.ts';

/**
 * `addAutomation`, `setAutomation`, `removeAutomation`. The fields only describe what is expected: what is wrong with them is
 * for the twin to find, which names the place.
 */
export const automationCalls = recordCalls({
  collection: 'automations',
  noun: 'Automation',
  means: 'an automation',
  fields: Object.fromEntries(Object.entries(AUTOMATION_FIELDS).map(([name, field]) => [name, Type.Unknown(field)])),
  defaults: { enabled: true, mode: 'single', conditions: [] },
  optional: ['limit'],
  removal: 'its runs end where they are',
  skill: 'automations',
});
