import type { GivenToken } from '../../api/access/mcp-tokens.ts';
import type { Account } from '../../api/access/user.ts';
import type { SimulatorSettings } from '../../hardware/simulator/index.ts';
import type { House } from '../../twin/index.ts';
import { Refusal } from '../refusal.ts';

/** A house, who lives in it, and how its devices are simulated: everything that a sandbox starts from. Plain JSON. */
export interface Scenario {
  readonly name: string;
  readonly seed: number;
  readonly house: House;
  readonly accounts: readonly Account[];
  /** Tokens of the MCP endpoint that are valid from the start; left out: none. */
  readonly mcpTokens?: readonly GivenToken[];
  readonly devices: SimulatorSettings;
  /** Names of the buses that reach real devices; left out: none. */
  readonly buses?: readonly string[];
}

/** A scenario that cannot be used. The message is one line: where it is, what is wrong and how to mend it. */
export class ScenarioFault extends Refusal {}
