import type { Change, Store } from '../../twin/index.ts';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { UserChanges } from './access.ts';
import type { PasswordHash, Passwords } from './password.ts';
import type { Sessions } from './sessions.ts';
import { Turns } from './turns.ts';
import type { User } from './user.ts';
import type { Users } from './users.ts';

export interface ChangingUsersOptions {
  readonly users: Users;
  readonly sessions: () => Sessions;
  readonly passwords: Passwords;
  readonly store: Store | null;
  /** Called after a user, or the sessions of one, have changed. */
  changed(user: number): void;
}

/** Changes users, one change after the other. Each is written first and takes effect when it would survive a restart. */
export class ChangingUsers {
  readonly #options: ChangingUsersOptions;
  readonly #turns = new Turns(LIMITS.loginsWaiting.value);

  constructor(options: ChangingUsersOptions) {
    this.#options = options;
  }

  /** 106 for a name that is taken or a password that is not acceptable, 112 for an unknown user, 117 for the last enabled admin. */
  async set(id: number, { password: text, ...changes }: UserChanges): Promise<void> {
    if (text !== undefined && !isAcceptable(text)) throw new CallFault(106);
    const hash = text === undefined ? undefined : await this.#options.passwords.hash(text);
    await this.#inTurn(async () => {
      const before = this.#known(id);
      const user: User = { ...before, ...changes };
      this.#mayBecome(before, user);
      const raise = !user.enabled || (before.remoteAccess && !user.remoteAccess);
      const password = text !== undefined && hash !== undefined ? { text, hash } : undefined;
      await this.#make(id, { user, raise, ...(password && { password }) });
    });
  }

  /** 112 for an unknown user, 117 for the last enabled admin. */
  remove(id: number): Promise<void> {
    return this.#inTurn(async () => {
      const user = this.#known(id);
      if (this.#isLastAdmin(user)) throw new CallFault(117);
      const { users, store, changed } = this.#options;
      const sessions = this.#options.sessions().renew(id, 0, () => false);
      await store?.write([{ table: 'users', id: String(id), record: null }, ...sessions.changes]);
      users.remove(id);
      sessions.make();
      changed(id);
    });
  }

  /** The hash of a password that was given in clear and has not been changed since. */
  keepHash(id: number, text: string, hash: PasswordHash): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#options.users.hash(id) !== null || !this.#options.users.remembers(id, text)) return;
      await this.#make(id, { password: { text, hash } });
    });
  }

  /** Makes every session identifier of a user worthless that nobody has presented so far. */
  raise(id: number): Promise<void> {
    return this.#inTurn(() => this.#make(id, { raise: true }));
  }

  async #make(
    id: number,
    to: { user?: User; password?: { text: string; hash: PasswordHash }; raise?: boolean },
  ): Promise<void> {
    const { users, store, changed } = this.#options;
    const prepared = users.change(id, to);
    const user = to.user ?? this.#known(id);
    const stays = ({ remote }: { readonly remote: boolean }) => user.enabled && (user.remoteAccess || !remote);
    const sessions = to.raise ? this.#options.sessions().renew(id, prepared.generation, stays) : UNTOUCHED;
    await store?.write([prepared.record, ...sessions.changes]);
    prepared.make();
    sessions.make();
    changed(id);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#turns.full) return Promise.reject(new CallFault(116));
    return this.#turns.take(['users'], work);
  }

  #known(id: number): User {
    const user = this.#options.users.byId.get(id);
    if (!user) throw new CallFault(112);
    return user;
  }

  #mayBecome(before: User, after: User): void {
    const namesake = this.#options.users.find(after.username);
    const nameless = after.username === '' || after.username.length > LIMITS.usernameCharacters.value;
    if (nameless || (namesake && namesake.id !== before.id)) throw new CallFault(106);
    if (this.#isLastAdmin(before) && !(after.enabled && after.group === 'admin')) throw new CallFault(117);
  }

  #isLastAdmin(user: User): boolean {
    const enabled = [...this.#options.users.byId.values()].filter((other) => other.enabled && other.group === 'admin');
    return enabled.length === 1 && enabled[0]?.id === user.id;
  }
}

/** NIST SP 800-63B: length is what counts; no rules about characters. */
const isAcceptable = (password: string): boolean =>
  password.length >= LIMITS.passwordCharactersLeast.value && password.length <= LIMITS.passwordCharacters.value;

const UNTOUCHED: { readonly changes: readonly Change[]; make(): void } = { changes: [], make: () => undefined };
