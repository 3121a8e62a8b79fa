import { fileURLToPath } from 'node:url';
import { loadScenario, type Scenario, type ScenarioFolders } from './scenario/index.ts';

/** Loads a scenario by name or file. A seed counts instead of the scenario's own. */
export type LoadScenario = (scenario: string, seed?: number) => Promise<Scenario>;

/** Where scenarios are found by name; right for the sources and for the built program alike, because both lie one folder deep. */
export const FOLDERS: ScenarioFolders = {
  written: fileURLToPath(new URL('../scenarios', import.meta.url)),
  compiled: fileURLToPath(new URL('../dist/scenarios', import.meta.url)),
};

export const load: LoadScenario = (scenario, seed) =>
  loadScenario(scenario, seed === undefined ? FOLDERS : { ...FOLDERS, seed });
