export { DEFAULT_ACCOUNTS } from './default-accounts.ts';
export { compileScenario, loadScenario, type ScenarioFolders, scenarioNames } from './load-scenario.ts';
export { type Scenario, ScenarioFault } from './scenario.ts';
