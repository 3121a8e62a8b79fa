import type { Experiment } from '../row.ts';
import { automations } from './automations.ts';
import { CALL_EXPERIMENTS } from './calls.ts';
import { commandToEvent } from './command-to-event.ts';
import { fanOut } from './fan-out.ts';
import { harness } from './harness.ts';
import { idle } from './idle.ts';
import { lists } from './lists.ts';
import { MEMORY_EXPERIMENTS } from './memory.ts';
import { start } from './start.ts';
import { toolCall } from './tool-call.ts';
import { webHooks } from './web-hooks.ts';
import { year } from './year.ts';

/** Everything that is measured, in the order of the table. */
export const EXPERIMENTS: readonly Experiment[] = [
  harness,
  ...CALL_EXPERIMENTS,
  toolCall,
  lists,
  commandToEvent,
  fanOut,
  automations,
  webHooks,
  start,
  ...MEMORY_EXPERIMENTS,
  idle,
  year,
];
