import { ANSWERS } from './answers.ts';
import type { Faulty } from './faulty.ts';
import { HOOKS } from './hooks.ts';
import { OVER_HTTP } from './over-http.ts';
import { WIRES } from './wires.ts';

/** Every controller with a fault. */
export const FAULTY: readonly Faulty[] = [...ANSWERS, ...OVER_HTTP, ...WIRES, ...HOOKS];
