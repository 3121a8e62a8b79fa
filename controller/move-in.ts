import type { HouseKeeper } from './house-keeper.ts';
import type { FoundHouse, Keeping } from './keeping.ts';
import type { Log } from './log.ts';
import type { RealBuilding } from './real-building.ts';
import { Refusal } from './refusal.ts';
import type { LoadScenario } from './scenario-folders.ts';
import { showAgain, unshown } from './unshown-password.ts';

/** Which house is wanted, as `AssembleOptions` has it. */
export interface MoveOptions {
  readonly scenario?: string | undefined;
  readonly seed?: number | undefined;
  readonly real?: RealBuilding;
  readonly load: LoadScenario;
  readonly log: Log;
}

/** Goes on with the house of the data folder, or begins one. */
export const moveIn = async (keeper: HouseKeeper, keeping: Keeping, options: MoveOptions): Promise<void> => {
  const { found } = keeping;
  const { real } = options;
  if (real !== undefined) {
    await (found === undefined ? beginReal(keeper, real) : goOnReal(keeper, found, keeping, real));
    return;
  }
  if (found === undefined) {
    await keeper.begin(await options.load(options.scenario ?? 'family-home', options.seed));
    return;
  }
  const { scenario, seed } = found.identity;
  const wanted =
    options.scenario === undefined ? found.scenario : await options.load(options.scenario, options.seed ?? seed);
  if (wanted.name !== scenario || (options.seed ?? seed) !== seed) {
    throw new Refusal(
      `${keeping.where} holds the scenario ${scenario} with seed ${seed}: leave out --scenario and --seed to go on with it, or name another folder`,
    );
  }
  if (JSON.stringify({ ...wanted, seed }) !== JSON.stringify(found.scenario)) {
    options.log.say(`the scenario ${scenario} has changed; ${keeping.where} goes on with what it began with`);
  }
  await keeper.goOn(found);
};

const beginReal = async (keeper: HouseKeeper, real: RealBuilding): Promise<void> => {
  const accounts = await real.accounts();
  const [first] = accounts;
  await keeper.begin(real.scenario, accounts, first !== undefined && real.isMade?.() ? [unshown(first)] : []);
};

const goOnReal = async (
  keeper: HouseKeeper,
  found: FoundHouse,
  { store }: Keeping,
  real: RealBuilding,
): Promise<void> => {
  if (store !== null) {
    await showAgain(store, async () => {
      const [account] = await real.accounts();
      return account === undefined ? undefined : { account, isMade: real.isMade?.() ?? false };
    });
  }
  await keeper.takeOver(found, real.scenario);
};
