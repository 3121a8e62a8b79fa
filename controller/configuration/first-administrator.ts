import { objectionTo } from '../../api/access/acceptable-password.ts';
import { Passwords } from '../../api/access/password.ts';
import { unguessable } from '../../api/access/secrets.ts';
import type { Account } from '../../api/access/user.ts';
import { Refusal } from '../refusal.ts';
import { PUBLISHED_PASSWORDS } from '../scenario/default-accounts.ts';
import type { Configuration } from './configuration.ts';
import type { Secrets } from './secrets.ts';

/** The one account of a controller that starts for the first time. */
export interface FirstAdministrator {
  /** The account, by the hash of its password. Rejects with a `Refusal` for a password that nobody should have. */
  account(): Promise<readonly Account[]>;
  /** The account whose password was made just now: to be shown this once; `undefined` unless one was. */
  readonly made: MadeAccount | undefined;
}

export interface MadeAccount {
  readonly username: string;
  readonly password: string;
}

/** Why the password that is given for the first administrator cannot be read; `undefined` if it can, or none is given. */
export const missingPassword = (
  { administrator: { password } }: Configuration,
  secrets: Secrets,
): string | undefined => {
  try {
    if (password !== undefined) secrets.textFor(FIELD, password);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
};

export const firstAdministrator = ({ administrator }: Configuration, secrets: Secrets): FirstAdministrator => {
  const { username, password } = administrator;
  let madeAccount: MadeAccount | undefined;
  return {
    get made() {
      return madeAccount;
    },
    async account() {
      const given = password === undefined ? undefined : secrets.textFor(FIELD, password);
      if (given !== undefined) check(given, username);
      const text = given ?? made();
      if (given === undefined) madeAccount = { username, password: text };
      const passwordHash = await new Passwords(1).hash(text);
      return [{ username, passwordHash, group: 'admin' }];
    },
  };
};

const FIELD = 'administrator.password';

/** 100 bits, without letters that are easily taken for each other. */
const made = (): string =>
  [...unguessable(20)]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-');

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

const check = (password: string, username: string): void => {
  if (PUBLISHED_PASSWORDS.has(password)) {
    throw new Refusal(
      'the password of the administrator is one of the sandbox, which everybody knows: give another one',
    );
  }
  const objection = objectionTo(password, username);
  if (objection !== null) throw new Refusal(`the password of the administrator: ${objection}`);
};
