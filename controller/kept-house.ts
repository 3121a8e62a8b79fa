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

/** Whether a store holds a house already, with its users. */
export const hasIdentity = (store: Store): boolean => store.read('house').has('identity');

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
  store.write([scenarioChange(String(epoch), scenario)]);

/** A description that the house of an epoch is to go on with, before it does; `undefined` for one that is not kept any more. */
export const readDescription = (store: Store, epoch: number, description: number): Scenario | undefined =>
  store.read('scenarios').get(`${epoch}.${description}`) as Scenario | undefined;

/** Keeps one more description for the house of an epoch; answers its number. Those that came before it are not touched. */
export const keepDescription = async (
  store: Store,
  { epoch, after }: { readonly epoch: number; readonly after: number },
  scenario: Scenario,
): Promise<number> => {
  const known = descriptionsOf(store).flatMap((each) => (each.epoch === epoch ? [each.number] : []));
  const number = Math.max(after, ...known) + 1;
  await store.write([scenarioChange(`${epoch}.${number}`, scenario)]);
  return number;
};

/** The last checkpoint of an epoch, if there is one. */
export const readCheckpoint = ({ twin }: DataFolder, epoch: number): Checkpoint | undefined => {
  const last = twin.read('checkpoints').get('last') as Checkpoint | undefined;
  return last?.epoch === epoch ? last : undefined;
};

/** A checkpoint, and by which description the house stands there. */
export interface Described {
  readonly checkpoint: Checkpoint;
  readonly scenario: Scenario;
  readonly description: number;
}

/** Replaces the last checkpoint, and forgets the scenarios of past epochs and the descriptions that the journal is beyond. */
export const keepCheckpoint = (store: Store, { checkpoint, scenario, description }: Described): Promise<void> => {
  const { epoch } = checkpoint;
  const past = descriptionsOf(store).filter(
    (each) => each.epoch < epoch || (each.epoch === epoch && each.number > 0 && each.number <= description),
  );
  const isNew = past.some((each) => each.epoch === epoch && each.number === description);
  return store.write([
    { table: 'checkpoints', id: 'last', record: checkpoint as unknown as Json },
    ...(isNew ? [scenarioChange(String(epoch), scenario)] : []),
    ...past.map(({ id }): Change => ({ table: SCENARIOS, id, record: null })),
  ]);
};

const SCENARIOS = 'scenarios';

const scenarioChange = (id: string, scenario: Scenario): Change => ({
  table: SCENARIOS,
  id,
  record: scenario as unknown as Json,
});

/** The identifiers of all scenarios: an epoch, or an epoch and the number of a later description. */
const descriptionsOf = (store: Store) =>
  [...store.read(SCENARIOS).keys()].map((id) => {
    const [epoch = 0, number = 0] = id.split('.').map(Number);
    return { id, epoch, number };
  });
