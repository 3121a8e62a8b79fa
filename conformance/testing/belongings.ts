import { ask, type GoodController } from './good-controller.ts';

interface Component {
  readonly cid: string;
  readonly category: string;
  readonly data: readonly { readonly property: string; readonly value: unknown }[];
}

/** Everything that an administrator sees and that the suite could have left behind, or changed. */
export const belongingsOf = async (good: GoodController): Promise<readonly unknown[]> => {
  const names = ['getUsers', 'getRooms', 'getZones', 'getScenes', 'getWebHooks', 'getSkills', 'getRemoteTokens'];
  const lists = await Promise.all(names.map((name) => ask(good, name)));
  return [...lists.map(withoutUse), withoutUse(await ask(good, 'getMCPTokens'))];
};

/** How every light is, by its cid. */
export const lightsOf = async (good: GoodController): Promise<readonly (readonly [string, unknown])[]> =>
  ((await ask(good, 'getAllComponents')) as readonly Component[])
    .filter(({ category }) => category === 'lighting')
    .map(({ cid, data }) => [cid, data.find(({ property }) => property === 'state')?.value]);

/** When something was last used or run is no property of it. */
const withoutUse = (list: unknown): unknown =>
  Array.isArray(list)
    ? list.map(({ lastUsed: _, lastRun: __, ...rest }: { lastUsed?: unknown; lastRun?: unknown }) => rest)
    : list;
