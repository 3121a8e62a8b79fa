import type { Prompt } from '../prompt.ts';
import { automationDraft, automationExplain, sceneDraft } from './drafts.ts';
import { absenceReview, deviceCheck, energyReport, statusReport } from './reports.ts';
import { coldExplain, homeLeave } from './rooms.ts';

const ALL: readonly Prompt[] = [
  statusReport,
  absenceReview,
  energyReport,
  deviceCheck,
  coldExplain,
  homeLeave,
  sceneDraft,
  automationDraft,
  automationExplain,
];

/** Every prompt, in the order in which they are listed. */
export const PROMPTS: ReadonlyMap<string, Prompt> = new Map(ALL.map((prompt) => [prompt.name, prompt]));
