import type { Change, Json } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import { isPasswordHash, type PasswordHash } from './password.ts';
import { equal, keyedDigest, unguessable } from './secrets.ts';
import { isKeptForTokens } from './token-caller.ts';
import type { Account, RoomPermission, ScenePermission, User } from './user.ts';

/**
 * What proves that somebody is a user. `digest` is the keyed digest of the password, known since it was accepted once. Only a
 * user whose password was given in clear has no `hash` yet; then the digest is all there is.
 */
interface Proof {
  readonly hash: PasswordHash | null;
  readonly digest: Buffer | null;
}

interface Entry {
  readonly user: User;
  readonly proof: Proof;
  /** Raised when session identifiers that were issued so far shall be worth nothing. */
  readonly generation: number;
  readonly remoteRaised: number;
  /** How many passwords the user has had since the start. */
  readonly passwords: number;
  /** What the user was called by the account that gave the password in clear, while that is not hashed. */
  readonly account?: string | undefined;
}

/** The users with what is secret about them, and the record that the store keeps of each. */
export class Users {
  readonly byId = new Map<number, User>();
  readonly #entries = new Map<number, Entry>();
  readonly #ids = new Map<string, number>();
  readonly #key: Buffer;
  #next = 1;

  /** `key` is for digests of passwords and never leaves the process. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Users of a first start, numbered in the order of the accounts. */
  begin(accounts: readonly Account[]): void {
    for (const account of accounts) this.#begin(this.#next, account);
  }

  /**
   * Users as the store has them. A record without a hash is one whose password was given in clear and not hashed before the
   * process ended: it is taken from the account again, whatever the user is called by now.
   */
  resume(records: ReadonlyMap<string, Json>, accounts: readonly Account[], next: number): void {
    this.#next = next;
    const clear = new Map(accounts.map(({ username, password }) => [username, password]));
    // The store orders identifiers as texts.
    const inOrder = [...records].sort(([one], [other]) => Number(one) - Number(other));
    for (const [id, record] of inOrder) {
      const {
        password,
        generation,
        remoteRaised = 0,
        account,
        ...described
      } = record as unknown as Omit<User, 'id'> & Kept;
      const given = password === null ? clear.get(account ?? described.username) : undefined;
      const digest = given === undefined ? null : this.#digest(Number(id), given);
      const user = frozen({ id: Number(id), ...described });
      this.#put({
        user,
        proof: { hash: password, digest },
        generation,
        remoteRaised,
        passwords: 1,
        account: account ?? user.username,
      });
    }
  }

  find(username: string): User | undefined {
    const id = this.#ids.get(username);
    return id === undefined ? undefined : this.byId.get(id);
  }

  /** Whoever has the password of an account that is still only known in clear. */
  unhashed(account: string): User | undefined {
    for (const { user, proof, account: own } of this.#entries.values()) {
      if (proof.hash === null && own === account) return user;
    }
    return undefined;
  }

  /** How many passwords a user has had since the start: a login by an earlier one can be told by it. */
  passwords(id: number): number {
    return this.#entries.get(id)?.passwords ?? 0;
  }

  /** Generation of a user's session identifiers, of remote ones apart from the others; `undefined` for a user who may have none. */
  generation(id: number, remote: boolean): number | undefined {
    const entry = this.#entries.get(id);
    return entry?.user.enabled ? generationOf(entry, remote) : undefined;
  }

  /** The hash to check a password against; `null` if there is none. */
  hash(id: number): PasswordHash | null {
    return this.#entries.get(id)?.proof.hash ?? null;
  }

  /** Whether this very password was accepted before. */
  remembers(id: number, password: string): boolean {
    const digest = this.#entries.get(id)?.proof.digest;
    return digest != null && equal(digest, this.#digest(id, password));
  }

  /** Spares the next check of an accepted password its cost. */
  remember(id: number, password: string): void {
    const entry = this.#entries.get(id);
    if (entry) this.#put({ ...entry, proof: { ...entry.proof, digest: this.#digest(id, password) } });
  }

  /** The user after a change that is not yet made: `record` for the store first, then `make`. */
  change(
    id: number,
    to: { user?: User; password?: { text: string; hash: PasswordHash }; raise?: 'all' | 'remote' | undefined },
  ): Prepared {
    const before = this.#entries.get(id);
    if (!before) throw new Error(`no user ${id}`);
    const user = frozen(to.user ?? before.user);
    const kept = user.enabled || before.proof.hash === null ? before.proof : { ...before.proof, digest: null };
    const proof = to.password ? { hash: to.password.hash, digest: this.#digest(id, to.password.text) } : kept;
    const generation = (before.generation + (to.raise === 'all' ? 1 : 0)) % 2 ** 32;
    const remoteRaised = before.remoteRaised + (to.raise === 'remote' ? 1 : 0);
    const passwords = before.passwords + (to.password && to.raise ? 1 : 0);
    const entry = { user, proof, generation, remoteRaised, passwords, account: before.account };
    return {
      generation: (remote) => generationOf(entry, remote),
      record: { table: 'users', id: String(id), record: recordOf(entry) },
      make: () => {
        this.#ids.delete(before.user.username);
        this.#put(entry);
      },
    };
  }

  /** Somebody who does not exist until it is made. */
  add(described: Omit<User, 'id'>, password: { text: string; hash: PasswordHash }): Prepared & { readonly user: User } {
    const user = frozen({ ...described, id: this.#next });
    const proof = { hash: password.hash, digest: this.#digest(user.id, password.text) };
    const entry = { user, proof, generation: firstGeneration(), remoteRaised: 0, passwords: 1 };
    return {
      user,
      generation: (remote) => generationOf(entry, remote),
      record: { table: 'users', id: String(user.id), record: recordOf(entry) },
      make: () => this.#put(entry),
    };
  }

  /** What the store keeps so that no identifier is used again, once the one that is next has been. */
  counted(next: number): Change {
    return { table: 'counters', id: 'users', record: next };
  }

  remove(id: number): void {
    const user = this.byId.get(id);
    if (user) this.#ids.delete(user.username);
    this.#entries.delete(id);
    this.byId.delete(id);
  }

  records(): readonly Change[] {
    const records = [...this.#entries].map(([id, entry]) => ({
      table: 'users',
      id: String(id),
      record: recordOf(entry),
    }));
    return [...records, this.counted(this.#next)];
  }

  #begin(id: number, account: Account): void {
    const { username, group, enabled = true, remoteAccess = false, rooms = {}, scenes = {} } = account;
    const { password, passwordHash = null } = account;
    if (username === '' || username.length > LIMITS.usernameCharacters.value) {
      throw new Error(`the user name ${username} has not between 1 and ${LIMITS.usernameCharacters.value} characters`);
    }
    if (isKeptForTokens(username)) throw new Error(`the user name ${username} begins as those of MCP tokens do`);
    if (this.#ids.has(username)) throw new Error(`the user name ${username} is there twice`);
    if (passwordHash !== null && !isPasswordHash(passwordHash)) {
      throw new Error(`the passwordHash of ${username} is none that can be checked`);
    }
    const digest = password === undefined ? null : this.#digest(id, password);
    const user = frozen({ id, username, group, enabled, remoteAccess, rooms, scenes });
    const proof = { hash: passwordHash, digest };
    this.#put({ user, proof, generation: firstGeneration(), remoteRaised: 0, passwords: 1, account: username });
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.user.id, entry);
    this.byId.set(entry.user.id, entry.user);
    this.#ids.set(entry.user.username, entry.user.id);
    this.#next = Math.max(this.#next, entry.user.id + 1);
  }

  #digest(id: number, password: string): Buffer {
    return keyedDigest(this.#key, `${id} ${password}`);
  }
}

/** By chance, so that an identifier of somebody who was removed is good for nobody else. */
const generationOf = ({ generation, remoteRaised }: Entry, remote: boolean): number =>
  (generation + (remote ? remoteRaised : 0)) % 2 ** 32;

const firstGeneration = (): number => unguessable(4).readUInt32BE();

/** A change of a user that takes effect when it is made. */
export interface Prepared {
  readonly record: Change;
  /** What it makes of the generation of the user's identifiers. */
  generation(remote: boolean): number;
  make(): void;
}

/** What the store keeps of a user beside the record that admins see. */
interface Kept {
  readonly password: PasswordHash | null;
  readonly generation: number;
  /** How often the remote identifiers alone were made worthless; left out: never. */
  readonly remoteRaised?: number;
  readonly account?: string;
}

const recordOf = ({ user: { id: _id, ...described }, proof, generation, remoteRaised, account }: Entry): Json => ({
  ...described,
  password: proof.hash,
  generation,
  ...(remoteRaised > 0 && { remoteRaised }),
  ...(proof.hash === null && account !== undefined && { account }),
});

/** With the levels as own properties only, whatever their keys are called. */
const frozen = (user: User): User => ({
  ...user,
  rooms: ownLevels<RoomPermission>(user.rooms),
  scenes: ownLevels<ScenePermission>(user.scenes),
});

const ownLevels = <Level>(levels: { readonly [id: string]: Level }): { readonly [id: string]: Level } =>
  Object.fromEntries(Object.entries(levels));
