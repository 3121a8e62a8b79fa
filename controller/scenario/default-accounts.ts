import type { GivenToken } from '../../api/access/mcp-tokens.ts';
import type { Account } from '../../api/access/user.ts';
import type { House } from '../../twin/index.ts';

/** What the account `guest` may not do. */
export type GuestRights = Required<Pick<Account, 'rooms' | 'scenes'>>;

/**
 * The accounts of every scenario that names none; `guest` gets its rights from the scenario. The passwords are
 * public; their hashes stand beside them because hashing takes most of a second at every start.
 */
export const DEFAULT_ACCOUNTS: readonly Account[] = [
  {
    username: 'admin',
    password: 'sandbox-admin',
    passwordHash: '$scrypt$ln=14,r=8,p=5$BjheoeOjAHwqw1oSF41aXw$FnknyPadm/F1Qi/pQFlVdtNv+0cZSq8lC1G9TprcSBY',
    group: 'admin',
  },
  {
    username: 'resident',
    password: 'sandbox-resident',
    passwordHash: '$scrypt$ln=14,r=8,p=5$siPU5sLwMAUZy5XN7bBnuA$oEJKfwZ91xMUmvURYSpQHmtIpidhJ0k7IJqQ2HrTCSY',
    group: 'user',
  },
  {
    username: 'guest',
    password: 'sandbox-guest',
    passwordHash: '$scrypt$ln=14,r=8,p=5$t64HsLQyzocCNgdfmFzVjQ$xAdn/n+3CU/JQAE3COmjA2+TV5LNWRahxc4GHf3sNGw',
    group: 'user',
  },
  {
    username: 'traveller',
    password: 'sandbox-traveller',
    passwordHash: '$scrypt$ln=14,r=8,p=5$hq+pbKugEEzaCvajHdEvNQ$hHhusd/b9q/UOTuvRI0rAdYXt8lu0ArCETVGB/3Tk8A',
    group: 'user',
    remoteAccess: true,
  },
  {
    username: 'former',
    password: 'sandbox-former',
    passwordHash: '$scrypt$ln=14,r=8,p=5$23XCf9EoMPXXIp2/+WW9IA$9QCmYaeSJ5WdZMp4hukxWhyVQflWuQSulmoCepms0fM',
    group: 'user',
    enabled: false,
  },
];

/** Everybody can read them: no real building accepts one. */
export const PUBLISHED_PASSWORDS: ReadonlySet<string> = new Set(
  DEFAULT_ACCOUNTS.flatMap(({ password }) => (password === undefined ? [] : [password])),
);

/** The MCP tokens of every scenario that names none. */
export const DEFAULT_MCP_TOKENS: readonly GivenToken[] = [{ name: 'Sandbox', token: 'sandbox-mcp-token' }];

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
