import { join } from 'node:path';
import { loadScenario, type Scenario, type ScenarioFolders } from './scenario/index.ts';

/** Loads a scenario by name or file. A seed counts instead of the scenario's own. */
export type LoadScenario = (scenario: string, seed?: number) => Promise<Scenario>;

/** Right for the sources and for the built program alike: both lie one folder deep. */
const ROOT = join(import.meta.dirname, '..');

/** Where scenarios are found by name. */
export const FOLDERS: ScenarioFolders = { written: join(ROOT, 'scenarios'), compiled: join(ROOT, 'dist', 'scenarios') };

export const load: LoadScenario = (scenario, seed) =>
  loadScenario(scenario, seed === undefined ? FOLDERS : { ...FOLDERS, seed });
