import type { Account } from '../api/access/user.ts';
import type { Backend } from '../twin/index.ts';
import type { North } from './assemble-life.ts';
import type { Scenario } from './scenario/scenario.ts';

/** A building as its configuration describes it. */
export interface RealBuilding {
  readonly scenario: Scenario;
  /** The users of the first start. */
  accounts(): Promise<readonly Account[]>;
  /** Whether the password of the first of them was made just now, and `passwordWasShown` will be called. Left out: it was not. */
  isMade?(): boolean;
  /** The broker that it is shown on; left out: none. */
  readonly north?: North | undefined;
  /** Opens the bus of a name that the scenario lists. */
  bus(name: string): Backend;
}
