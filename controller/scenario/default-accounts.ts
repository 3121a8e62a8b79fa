import type { Account } from '../../api/access/user.ts';
import type { House } from '../../twin/index.ts';

/** What the account `guest` may not do. */
export type GuestRights = Required<Pick<Account, 'rooms' | 'scenes'>>;

/** The accounts of every scenario that names none; `guest` gets its rights from the scenario. */
export const DEFAULT_ACCOUNTS: readonly Account[] = [
  { username: 'admin', password: 'sandbox-admin', group: 'admin' },
  { username: 'resident', password: 'sandbox-resident', group: 'user' },
  { username: 'guest', password: 'sandbox-guest', group: 'user' },
  { username: 'traveller', password: 'sandbox-traveller', group: 'user', remoteAccess: true },
  { username: 'former', password: 'sandbox-former', group: 'user', enabled: false },
];

/** The default accounts of a house. */
export const accountsOf = (house: Pick<House, 'rooms' | 'scenes'>, guest = guestRights(house)): readonly Account[] =>
  DEFAULT_ACCOUNTS.map((account) => (account.username === 'guest' ? { ...account, ...guest } : account));

/**
 * Where a scenario does not say otherwise, the room with the highest identifier does not exist for the guest, the one before it is only
 * shown, and so with the last scene. In a house with one room, that room is only shown.
 */
export function guestRights({ rooms, scenes }: Pick<House, 'rooms' | 'scenes'>): GuestRights {
  const ids = rooms.map(({ id }) => id).toSorted((a, b) => a - b);
  const [shown, hidden] = ids.length < 2 ? [ids.at(-1), undefined] : [ids.at(-2), ids.at(-1)];
  const scene = Math.max(...scenes.map(({ id }) => id));
  return {
    rooms: {
      ...(shown !== undefined && { [shown]: 'View only' as const }),
      ...(hidden !== undefined && { [hidden]: 'Off' as const }),
    },
    scenes: scenes.length > 0 ? { [scene]: 'Off' } : {},
  };
}
