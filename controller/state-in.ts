import { ofChangedHouse, type TwinState } from '../twin/index.ts';
import type { Core } from './assemble-life.ts';
import { Refusal } from './refusal.ts';
import type { Scenario } from './scenario/index.ts';

/** What is left of a house under a new description. */
export const stateIn = (scenario: Scenario, before: Scenario, { twin }: Core): TwinState => {
  try {
    return ofChangedHouse(twin.state(), before.house, scenario.house);
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(`${scenario.name}: ${error.message}`) : error;
  }
};
