import type { Account } from '../api/access/user.ts';
import type { Change, Json, Store } from '../twin/index.ts';

/** The account of a first start whose password was made and may not have been shown; kept together with it until it was. */
interface Unshown {
  readonly username: string;
  readonly passwordHash: string;
}

const TABLE = 'house';
const ID = 'unshown-password';

const change = (record: Unshown | null): Change => ({ table: TABLE, id: ID, record: record as Json });

/** To be written together with the first account, so that there is never a house that nobody can enter. */
export const unshown = ({ username, passwordHash = '' }: Account): Change => change({ username, passwordHash });

/** Whether a password was made and may not have been shown. */
export const isUnshown = (store: Store): boolean => store.read(TABLE).has(ID);

/** The password has been shown. Resolves when that would survive a restart. */
export const wasShown = async (store: Store): Promise<void> => {
  if (isUnshown(store)) await store.write([change(null)]);
};

/**
 * Where the process ended before the password that it had made was shown, the first account gets the password of `renewed` instead, and its name. Whoever has
 * that password by now has seen it and may have changed it: a password that is not the one which was made stays.
 */
export const showAgain = async (
  store: Store,
  renewed: () => Promise<{ readonly account: Account; readonly isMade: boolean } | undefined>,
): Promise<void> => {
  const left = store.read(TABLE).get(ID) as Unshown | undefined;
  if (left === undefined) return;
  const found = [...store.read('users')].find(([, record]) => isThatOf(left, record as Json));
  if (found === undefined) return wasShown(store);
  const next = await renewed();
  if (next === undefined) return;
  const { account, isMade } = next;
  const [id, record] = found;
  await store.write([
    {
      ...{ table: 'users', id },
      record: {
        ...(record as { [field: string]: Json }),
        username: account.username,
        password: account.passwordHash ?? '',
      },
    },
    isMade ? unshown(account) : change(null),
  ]);
};

const isThatOf = ({ username, passwordHash }: Unshown, record: Json): boolean => {
  const user = record as { readonly username?: unknown; readonly password?: unknown };
  return user.username === username && user.password === passwordHash;
};
