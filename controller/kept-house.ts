import type { SimulatorState } from '../hardware/simulator/index.ts';
import type { Change, Instant, Json, Store, TwinState } from '../twin/index.ts';
import type { DataFolder } from './data-folder.ts';
import { Refusal } from './refusal.ts';
import type { Scenario } from './scenario/scenario.ts';

/** Which house a data folder holds. A reset begins the next epoch in the same breath in which it forgets the users. */
export interface Identity {
  readonly epoch: number;
  /** Name of the scenario. */
  readonly scenario: string;
  readonly seed: number;
  /** Where virtual time began. */
  readonly start: Instant;
}

/** The whole house between two instants. Everything after it follows from the inputs in the journal. */
export interface Checkpoint {
  readonly epoch: number;
  readonly now: Instant;
  /** The last line of the journal that it contains. */
  readonly sequence: number;
  readonly twin: TwinState;
  /** Left out: the simulated devices begin anew. */
  readonly simulator?: SimulatorState;
}

/** The identity of the house in the folder; `undefined` for an empty folder. */
export const readIdentity = ({ controller }: DataFolder): Identity | undefined =>
  controller.read('house').get('identity') as Identity | undefined;

/** What makes a house the one of the folder; to be written together with its first users. */
export const identityChange = (identity: Identity): Change => ({
  table: 'house',
  id: 'identity',
  record: { ...identity },
});

/** The scenario that an epoch began with. The folder goes on with it even if the file has changed since. */
export const readScenario = (folder: DataFolder, epoch: number): Scenario => {
  const scenario = folder.twin.read('scenarios').get(String(epoch));
  if (scenario === undefined) {
    throw new Refusal(`${folder.path} has lost its scenario: put twin.sqlite.previous back, or name another folder`);
  }
  return scenario as unknown as Scenario;
};

/** Keeps the scenario of a coming epoch; those of others stay until the epoch has come. */
export const keepScenario = (store: Store, epoch: number, scenario: Scenario): Promise<void> =>
  store.write([{ table: 'scenarios', id: String(epoch), record: scenario as unknown as Json }]);

/** The last checkpoint of an epoch, if there is one. */
export const readCheckpoint = ({ twin }: DataFolder, epoch: number): Checkpoint | undefined => {
  const last = twin.read('checkpoints').get('last') as Checkpoint | undefined;
  return last?.epoch === epoch ? last : undefined;
};

/** Replaces the last checkpoint, and the scenario if it is one of another, and forgets the scenarios of past epochs. */
export const keepCheckpoint = (store: Store, checkpoint: Checkpoint, scenario?: Scenario): Promise<void> =>
  store.write([
    { table: 'checkpoints', id: 'last', record: checkpoint as unknown as Json },
    ...(scenario === undefined
      ? []
      : [{ table: 'scenarios', id: String(checkpoint.epoch), record: scenario as unknown as Json }]),
    ...[...store.read('scenarios').keys()]
      .filter((epoch) => Number(epoch) < checkpoint.epoch)
      .map((id): Change => ({ table: 'scenarios', id, record: null })),
  ]);
