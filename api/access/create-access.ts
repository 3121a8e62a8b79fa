import { type Observable, Subject } from 'rxjs';
import type { Change } from '../../twin/index.ts';
import type { Caller, Transport } from '../caller.ts';
import type { Credentials } from '../credentials.ts';
import { CallFault, DEFAULT_LANGUAGE } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Access, AccessOptions, Levelled, Login, LoginRequest, NewUser, UserChanges } from './access.ts';
import { ChangingUsers, type Staying } from './changing-users.ts';
import { KnownCaller } from './known-caller.ts';
import { Passwords } from './password.ts';
import { PasswordLogins } from './password-logins.ts';
import { keyedDigest, newKey } from './secrets.ts';
import { SessionIds } from './session-id.ts';
import { type Session, Sessions } from './sessions.ts';
import { TokenCaller } from './token-caller.ts';
import type { User } from './user.ts';
import { Users } from './users.ts';
import type { View } from './view.ts';
import { Views } from './views.ts';

/** Access as the store remembers it, or as the accounts begin it. Resolves when what it begins with would survive a restart. */
export const createAccess = async (options: AccessOptions): Promise<Access> => {
  const { store, accounts, afresh = false } = options;
  if (accounts.length > LIMITS.users.value) throw new Error(`more than ${LIMITS.users.value} users`);
  const kept = afresh ? undefined : store?.read('secrets').get(SESSION_KEY);
  const users = new Users(newKey());
  if (store && typeof kept === 'string') {
    const next = store.read('counters').get('users');
    users.resume(store.read('users'), accounts, typeof next === 'number' ? next : 1);
    return new HouseAccess(options, users, Buffer.from(kept, 'base64'));
  }
  users.begin(accounts);
  const key = newKey();
  if (store) {
    const old = ['users', 'sessions'].flatMap((table) =>
      [...store.read(table).keys()].map((id): Change => ({ table, id, record: null })),
    );
    const secret: Change = { table: 'secrets', id: SESSION_KEY, record: key.toString('base64') };
    await store.write([...old, secret, ...users.records()]);
  }
  return new HouseAccess(options, users, key);
};

const SESSION_KEY = 'session-key';

type PasswordCredentials = Extract<Credentials, { kind: 'password' }>;

class HouseAccess implements Access {
  readonly users: ReadonlyMap<number, User>;
  readonly changes: Observable<number>;
  readonly #options: AccessOptions;
  readonly #users: Users;
  readonly #logins: PasswordLogins;
  readonly #sessions: Sessions;
  readonly #changing: ChangingUsers;
  readonly #views: Views;
  readonly #changed = new Subject<number>();
  #closed = false;

  constructor(options: AccessOptions, users: Users, key: Buffer) {
    const { clock, store, report, house, drops } = options;
    const passwords = new Passwords(LIMITS.passwordsAtOnce.value);
    this.#options = options;
    this.#users = users;
    this.users = users.byId;
    this.changes = this.#changed.asObservable();
    this.#views = new Views(house);
    this.#logins = new PasswordLogins({ clock, users, passwords, drops });
    this.#changing = new ChangingUsers({
      users,
      passwords,
      published: options.published ?? new Set(),
      store,
      sessions: () => this.#sessions,
      changed: (user) => this.#changed.next(user),
    });
    this.#sessions = new Sessions({
      clock,
      store,
      report,
      ids: new SessionIds(keyedDigest(key, 'sessions')),
      generation: (user, remote) => users.generation(user, remote),
      raise: (user) => this.#changing.raise(user),
    });
    if (store) this.#hashAccounts(users, passwords).catch((error) => report({ during: 'hashing the accounts', error }));
  }

  login(request: LoginRequest): Login | Promise<Login> {
    const { credentials } = request;
    if (credentials.kind === 'caller') return this.#again(credentials.caller);
    if (request.path === 'remote') this.#askForToken(request.remoteToken);
    if (credentials.kind === 'session') return this.#bySession(request, credentials.id);
    if (credentials.kind === 'password') return this.#byPassword(request, credentials);
    throw new CallFault(106);
  }

  view(user: User): View {
    return this.#views.of(user);
  }

  deputy(username: string, transport: Transport): Caller | undefined {
    const user = this.#users.find(username);
    if (!user?.enabled) return undefined;
    const request = { path: 'local', transport, language: DEFAULT_LANGUAGE } as const;
    return new KnownCaller(this, user, request, null, this.#users.passwords(user.id));
  }

  async logout(caller: Caller): Promise<void> {
    if (caller instanceof KnownCaller) caller.ended = true;
    if (caller.sessionID !== null) await this.#sessions.end(caller.sessionID);
    this.#changed.next(caller.user.id);
  }

  async setPassword(caller: Caller, oldPassword: string, newPassword: string, source: string): Promise<void> {
    const claim = { username: caller.user.username, password: oldPassword, source: countedSource(caller.path, source) };
    await this.#logins.confirm(claim, ({ id }) => this.#change(id, { password: newPassword }, caller, 'newPassword'));
  }

  addUser(user: NewUser): Promise<number> {
    return this.#changing.add(user);
  }

  setUser(id: number, changes: UserChanges, by?: Caller): Promise<boolean> {
    return this.#change(id, changes, by, 'password');
  }

  async #change(id: number, changes: UserChanges, by: Caller | undefined, field: Staying['field']): Promise<boolean> {
    const own = by?.user.id === id ? by : undefined;
    // One that was opened for this very request exists in its identifier only, which will be worth nothing.
    if (own && own.sessionID !== null && changes.password !== undefined) await this.#sessions.present(own.sessionID);
    return this.#changing.set(id, changes, {
      field,
      session: own?.sessionID ?? null,
      stay: () => {
        if (own instanceof KnownCaller) own.passwords = this.#users.passwords(id);
      },
    });
  }

  removeUser(id: number): Promise<void> {
    return this.#changing.remove(id);
  }

  entitled(caller: Caller): boolean {
    if (caller instanceof TokenCaller) return caller.isEntitled;
    const user = this.users.get(caller.user.id);
    if (!(caller instanceof KnownCaller) || caller.ended || !user?.enabled) return false;
    if (caller.path === 'remote' && !user.remoteAccess) return false;
    if (caller.sessionID === null) return caller.passwords === this.#users.passwords(user.id);
    return this.#sessions.present(caller.sessionID) !== undefined;
  }

  tidy(house: Levelled): Promise<readonly number[]> {
    return this.#changing.tidy(house);
  }

  houseChanged(): void {
    this.#views.forget();
  }

  figures() {
    return { sessions: this.#sessions.size, lockedOut: this.#logins.lockedOut() };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changed.complete();
    const unwritten = this.#sessions.unwritten();
    if (unwritten.length > 0) await this.#options.store?.write(unwritten);
  }

  #again(caller: Caller): Login | Promise<Login> {
    if (!this.entitled(caller)) throw new CallFault(106);
    const login = { caller, opened: undefined };
    const session = caller.sessionID === null ? undefined : this.#sessions.present(caller.sessionID);
    return session instanceof Promise ? session.then(() => login) : login;
  }

  #bySession(request: LoginRequest, id: string): Login | Promise<Login> {
    const session = this.#sessions.present(id);
    if (!session) throw new CallFault(106);
    const admit = ({ user: userId }: Session): Login => {
      const user = this.users.get(userId);
      if (!user?.enabled) throw new CallFault(106);
      admitRemotely(request, user);
      return { caller: new KnownCaller(this, user, request, id), opened: undefined };
    };
    return session instanceof Promise ? session.then(admit) : admit(session);
  }

  #byPassword(request: LoginRequest, { username, password, ...asked }: PasswordCredentials): Login | Promise<Login> {
    if (!username || !password) throw new CallFault(106);
    const claim = { username, password, source: countedSource(request.path, request.source) };
    return this.#logins.login<Login>(claim, (user) => {
      admitRemotely(request, user);
      const { cookie } = asked;
      const beside = cookie === undefined ? undefined : this.#sessions.present(cookie);
      if (beside instanceof Promise) return beside.then((session) => this.#welcome(request, user, asked, session));
      return this.#welcome(request, user, asked, beside);
    });
  }

  /** With the session that came in a cookie if it serves the purpose, else with a new one where the client can keep it. */
  #welcome(
    request: LoginRequest,
    user: User,
    { persistent, cookie }: Pick<PasswordCredentials, 'persistent' | 'cookie'>,
    beside: Session | undefined,
  ): Login {
    if (beside?.user === user.id && (beside.persistent || !persistent)) {
      return { caller: new KnownCaller(this, user, request, beside.id), opened: undefined };
    }
    if (request.transport === 'mcp' || (request.transport === 'socket' && cookie === undefined)) {
      return { caller: new KnownCaller(this, user, request, null, this.#users.passwords(user.id)), opened: undefined };
    }
    const opened = this.#sessions.open({ user: user.id, persistent, remote: request.path === 'remote' });
    return { caller: new KnownCaller(this, user, request, opened), opened };
  }

  #askForToken(token: string | undefined): void {
    if (!token || !this.#options.remoteToken(token)) throw new CallFault(106);
  }

  /** One after the other, so that logins need not wait for all of them. */
  async #hashAccounts(users: Users, passwords: Passwords): Promise<void> {
    for (const { username, password } of this.#options.accounts) {
      const user = users.unhashed(username);
      if (!user || password === undefined) continue;
      const hash = await passwords.hash(password);
      if (this.#closed) return;
      await this.#changing.keepHash(user.id, password, hash);
    }
  }
}

/** Through remote access failures are counted per user name only: every client comes from the same address there. */
const countedSource = (path: LoginRequest['path'], source: string): string | null =>
  path === 'remote' ? null : source;

const admitRemotely = ({ path }: LoginRequest, user: User): void => {
  if (path === 'remote' && !user.remoteAccess) throw new CallFault(137);
};
