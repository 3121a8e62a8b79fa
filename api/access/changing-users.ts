import { Value } from '@sinclair/typebox/value';
import type { Change, Store } from '../../twin/index.ts';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { objectionTo } from './acceptable-password.ts';
import type { Levelled, NewUser, UserChanges } from './access.ts';
import type { PasswordHash, Passwords } from './password.ts';
import type { Session, Sessions } from './sessions.ts';
import { isKeptForTokens } from './token-caller.ts';
import { Turns } from './turns.ts';
import type { User } from './user.ts';
import type { Users } from './users.ts';

export interface ChangingUsersOptions {
  readonly users: Users;
  readonly sessions: () => Sessions;
  readonly passwords: Passwords;
  readonly store: Store | null;
  /** Passwords that nobody can choose, because they are published. */
  readonly published: ReadonlySet<string>;
  /** Called after a user, or the sessions of one, have changed. */
  changed(user: number): void;
}

/** Whoever gives a user a new password and goes on with the old login, if it is the user. */
export interface Staying {
  readonly session: string | null;
  /** What the new password was given as. */
  readonly field: 'password' | 'newPassword';
  /** Called when the old password is worth nothing any more. */
  stay(): void;
}

/** Changes users, one change after the other. Each is written first and takes effect when it would survive a restart. */
export class ChangingUsers {
  readonly #options: ChangingUsersOptions;
  readonly #turns = new Turns(LIMITS.loginsWaiting.value);

  constructor(options: ChangingUsersOptions) {
    this.#options = options;
  }

  /** Answers the identifier. 106 for a name that is taken, a password that is not acceptable, or one user too many. */
  async add({ password: text, ...described }: NewUser): Promise<number> {
    this.#mayChoose(text, described.username, 'password');
    const hash = await this.#options.passwords.hash(text);
    return this.#inTurn(async () => {
      const { users, store, changed } = this.#options;
      if (users.byId.size >= LIMITS.users.value)
        throw fault('username', `there are ${LIMITS.users.value} users already`);
      this.#mayBeCalled(described.username, undefined);
      const added = users.add({ ...UNLESS_SAID, ...described }, { text, hash });
      const { id } = added.user;
      await store?.write([added.record, users.counted(id + 1)]);
      added.make();
      changed(id);
      return id;
    });
  }

  /**
   * 106 for a name that is taken or a password that is not acceptable, 112 for an unknown user, 117 for the last enabled admin.
   * A new password ends the user's sessions, all but the one that is `staying`. Answers whether anything has changed.
   */
  async set(id: number, { password: text, ...changes }: UserChanges, staying: Staying): Promise<boolean> {
    const { field } = staying;
    if (text !== undefined) this.#mayChoose(text, changes.username ?? this.#known(id).username, field);
    const hash = text === undefined ? undefined : await this.#options.passwords.hash(text);
    return this.#inTurn(async () => {
      const before = this.#known(id);
      const user: User = { ...before, ...changes };
      this.#mayBecome(before, user);
      if (text === undefined && Value.Equal(before, user)) return false;
      if (text !== undefined) this.#mayChoose(text, user.username, field);
      const password = text !== undefined && hash !== undefined ? { text, hash } : undefined;
      const all = password !== undefined || !user.enabled;
      const raise = all ? 'all' : before.remoteAccess && !user.remoteAccess ? 'remote' : undefined;
      await this.#make(id, { user, raise, staying, ...(password && { password }) });
      return true;
    });
  }

  /** Takes away levels of rooms and scenes that do not exist; answers whose they were. */
  tidy(house: Levelled): Promise<readonly number[]> {
    return this.#inTurn(async () => {
      const { users, store, changed } = this.#options;
      const untidy = [...users.byId.values()].filter((user) => !isTidy(user, house));
      if (untidy.length === 0) return [];
      const prepared = untidy.map((user) => users.change(user.id, { user: tidied(user, house) }));
      await store?.write(prepared.map(({ record }) => record));
      for (const { make } of prepared) make();
      for (const { id } of untidy) changed(id);
      return untidy.map(({ id }) => id);
    });
  }

  /** 112 for an unknown user, 117 for the last enabled admin. */
  remove(id: number): Promise<void> {
    return this.#inTurn(async () => {
      const user = this.#known(id);
      if (this.#isLastAdmin(user)) throw new CallFault(117);
      const { users, store, changed } = this.#options;
      const sessions = this.#options.sessions().renew(
        id,
        () => 0,
        () => false,
      );
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
    return this.#inTurn(() => this.#make(id, { raise: 'all' }));
  }

  async #make(
    id: number,
    to: {
      user?: User;
      password?: { text: string; hash: PasswordHash };
      raise?: 'all' | 'remote' | undefined;
      staying?: Staying;
    },
  ): Promise<void> {
    const { users, store, changed } = this.#options;
    const prepared = users.change(id, to);
    const user = to.user ?? this.#known(id);
    const outlivesPassword = (session: string) => !to.password || session === to.staying?.session;
    const stays = ({ id: session, remote }: Session) =>
      user.enabled && (user.remoteAccess || !remote) && outlivesPassword(session);
    const sessions =
      to.raise === 'all'
        ? this.#options.sessions().renew(id, (remote) => prepared.generation(remote), stays)
        : to.raise === 'remote'
          ? this.#options.sessions().withoutRemote(id)
          : UNTOUCHED;
    await store?.write([prepared.record, ...sessions.changes]);
    prepared.make();
    sessions.make();
    to.staying?.stay();
    changed(id);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#turns.full) return Promise.reject(new CallFault(116));
    return this.#turns.take(['users'], work);
  }

  #known(id: number): User {
    const user = this.#options.users.byId.get(id);
    if (!user) throw new CallFault(112);
    return user;
  }

  #mayBecome(before: User, after: User): void {
    this.#mayBeCalled(after.username, before);
    if (this.#isLastAdmin(before) && !(after.enabled && after.group === 'admin')) throw new CallFault(117);
  }

  /** `user` is who is to bear the name; it is theirs already, or nobody's. */
  #mayBeCalled(username: string, user: User | undefined): void {
    if (username === user?.username) return;
    const most = LIMITS.usernameCharacters.value;
    if (username === '' || username.length > most) throw fault('username', `1 to ${most} characters are needed here`);
    if (UNSENDABLE.test(username))
      throw fault('username', 'no blanks at its ends, no control characters and no halves of characters');
    if (this.#options.users.find(username)) throw fault('username', 'this name is taken');
    if (isKeptForTokens(username)) throw fault('username', 'names that begin so are kept for MCP tokens');
  }

  #mayChoose(password: string, username: string, field: string): void {
    const isPublished = this.#options.published.has(password);
    const objection = isPublished ? 'this is a password that everybody can read' : objectionTo(password, username);
    if (objection !== null) throw fault(field, objection);
  }

  #isLastAdmin(user: User): boolean {
    const enabled = [...this.#options.users.byId.values()].filter((other) => other.enabled && other.group === 'admin');
    return enabled.length === 1 && enabled[0]?.id === user.id;
  }
}

const fault = (field: string, reason: string): CallFault => new CallFault(106, undefined, `${field}: ${reason}`);

/** What the headers of a login could not carry. */
const UNSENDABLE = /^\s|\s$|[\p{Cc}\p{Cs}]/u;

const UNLESS_SAID = { enabled: true, remoteAccess: false, rooms: {}, scenes: {} } as const;

const isThere = (key: string, known: ReadonlyMap<number, unknown>): boolean => key === '*' || known.has(Number(key));

const isTidy = ({ rooms, scenes }: User, house: Levelled): boolean =>
  Object.keys(rooms).every((key) => isThere(key, house.rooms)) &&
  Object.keys(scenes).every((key) => isThere(key, house.scenes));

const tidied = (user: User, house: Levelled): User => ({
  ...user,
  rooms: Object.fromEntries(Object.entries(user.rooms).filter(([key]) => isThere(key, house.rooms))),
  scenes: Object.fromEntries(Object.entries(user.scenes).filter(([key]) => isThere(key, house.scenes))),
});

const UNTOUCHED: { readonly changes: readonly Change[]; make(): void } = { changes: [], make: () => undefined };
