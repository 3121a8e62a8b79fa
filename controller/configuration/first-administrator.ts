import { objectionTo } from '../../api/access/acceptable-password.ts';
import { Passwords } from '../../api/access/password.ts';
import { unguessable } from '../../api/access/secrets.ts';
import type { Account } from '../../api/access/user.ts';
import { Refusal } from '../refusal.ts';
import { DEFAULT_ACCOUNTS } from '../scenario/default-accounts.ts';
import type { Configuration } from './configuration.ts';
import { secretText } from './secret-text.ts';

/** The one account of a controller that starts for the first time. */
export interface FirstAdministrator {
  /** The account, by the hash of its password. Rejects with a `Refusal` for a password that nobody should have. */
  account(): Promise<readonly Account[]>;
  /** What is said of a password that was made, and only now; `undefined` unless one was. */
  readonly shown: string | undefined;
}

export const firstAdministrator = ({ administrator }: Configuration): FirstAdministrator => {
  const { username, password } = administrator;
  let shown: string | undefined;
  return {
    get shown() {
      return shown;
    },
    async account() {
      const given = password === undefined ? undefined : secretText(password);
      if (given !== undefined) check(given, username);
      const text = given ?? made();
      if (given === undefined)
        shown = `The administrator ${username} has the password ${text} (it is shown only now)\n`;
      const passwordHash = await new Passwords(1).hash(text);
      return [{ username, passwordHash, group: 'admin' }];
    },
  };
};

/** 100 bits, without letters that are easily taken for each other. */
const made = (): string =>
  [...unguessable(20)]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-');

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

const check = (password: string, username: string): void => {
  if (DEFAULT_ACCOUNTS.some((account) => account.password === password)) {
    throw new Refusal(
      'the password of the administrator is one of the sandbox, which everybody knows: give another one',
    );
  }
  const objection = objectionTo(password, username);
  if (objection !== null) throw new Refusal(`the password of the administrator: ${objection}`);
};
