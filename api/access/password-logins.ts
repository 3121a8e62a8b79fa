import type { Clock } from '../../twin/index.ts';
import { CallFault } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { QueueDrops } from '../queue-drops.ts';
import { type Attempt, Lockout } from './lockout.ts';
import { NOBODYS_HASH, type Passwords } from './password.ts';
import { keyedChecksum, newKey } from './secrets.ts';
import { Turns } from './turns.ts';
import type { User } from './user.ts';
import type { Users } from './users.ts';

/** Who offers a password, as the lockout counts it. */
export interface Claim {
  readonly username: string;
  readonly password: string;
  /** `null` on the remote path. */
  readonly source: string | null;
}

export interface PasswordLoginsOptions {
  readonly clock: Clock;
  readonly users: Users;
  readonly passwords: Passwords;
  /** Left out: nobody asks how many were refused. */
  readonly drops?: QueueDrops | undefined;
}

/**
 * Proves users by their passwords. A password that was accepted before is recognised at once; any other costs a full hash,
 * whether the user exists or not. Claims for the same user, or from the same address, are judged in the order in which they
 * came, so that guessing in parallel is worth no more than guessing in a row.
 */
export class PasswordLogins {
  readonly #users: Users;
  readonly #passwords: Passwords;
  readonly #lockout: Lockout;
  readonly #drops: QueueDrops | undefined;
  readonly #turns = new Turns(LIMITS.loginsWaiting.value);
  readonly #nameKey = newKey();

  constructor(options: PasswordLoginsOptions) {
    this.#users = options.users;
    this.#passwords = options.passwords;
    this.#drops = options.drops;
    this.#lockout = new Lockout(options.clock, LIMITS.lockoutEntries.value);
  }

  /**
   * Answers what `welcome` makes of the user, whose failures are forgotten then. Faults: 109, 110, 122, and whatever `welcome`
   * throws, which neither counts nor forgets.
   */
  login<Welcome>(claim: Claim, welcome: Greet<Welcome>): Welcome | Promise<Welcome> {
    const attempt = this.#attempt(claim);
    if (this.#turns.idle || !this.#turns.busy(turnsOf(attempt))) {
      this.#objectIfBlocked(attempt);
      const user = this.#users.find(claim.username);
      if (user?.enabled && this.#users.remembers(user.id, claim.password)) return this.#succeed(attempt, user, welcome);
    }
    return this.#inTurn(attempt, async () => {
      const user = await this.#prove(claim);
      if (!user) throw this.#failure(attempt, 110);
      if (!user.enabled) throw this.#failure(attempt, 122);
      return this.#succeed(attempt, user, welcome);
    });
  }

  /** Makes sure that it is the user's own password before `change` is made. Faults: 109, 110. */
  confirm(claim: Claim, change: (user: User) => Promise<unknown>): Promise<void> {
    const attempt = this.#attempt(claim);
    return this.#inTurn(attempt, async () => {
      const user = await this.#prove(claim);
      if (!user) throw this.#failure(attempt, 110);
      await change(user);
    });
  }

  /** How many user names and addresses are blocked. */
  lockedOut(): { readonly usernames: number; readonly sources: number } {
    return this.#lockout.blocked();
  }

  #succeed<Welcome>(attempt: Attempt, user: User, welcome: Greet<Welcome>): Welcome | Promise<Welcome> {
    const welcomed = welcome(user);
    this.#lockout.succeed(attempt);
    return welcomed;
  }

  async #inTurn<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> {
    if (this.#turns.full) {
      if (this.#drops !== undefined) this.#drops.logins += 1;
      throw new CallFault(109, 1);
    }
    return this.#turns.take(turnsOf(attempt), () => {
      this.#objectIfBlocked(attempt);
      return work();
    });
  }

  /** The user whose name and password these are. A hash that changed while it was checked is checked again. */
  async #prove({ username, password }: Claim): Promise<User | undefined> {
    const askable = password.length <= LIMITS.passwordCharacters.value;
    for (;;) {
      const user = this.#users.find(username);
      if (user && this.#users.remembers(user.id, password)) return user;
      const hash = user ? this.#users.hash(user.id) : null;
      const right = await this.#passwords.verify(askable ? password : '', hash ?? NOBODYS_HASH);
      if (!user || !askable) return undefined;
      if (this.#users.hash(user.id) !== hash) continue;
      if (!right) return undefined;
      const present = this.#users.byId.get(user.id);
      if (present?.enabled) this.#users.remember(user.id, password);
      return present;
    }
  }

  #failure(attempt: Attempt, code: 110 | 122): CallFault {
    this.#lockout.fail(attempt);
    return new CallFault(code);
  }

  #objectIfBlocked(attempt: Attempt): void {
    const retryAfter = this.#lockout.retryAfter(attempt);
    if (retryAfter > 0) throw new CallFault(109, retryAfter);
  }

  /** A name that is too long for any user is counted under a checksum: it takes no more room than others. */
  #attempt({ username, source }: Claim): Attempt {
    if (username.length <= LIMITS.usernameCharacters.value) return { username, source };
    return { username: keyedChecksum(this.#nameKey, username), source };
  }
}

type Greet<Welcome> = (user: User) => Welcome | Promise<Welcome>;

const turnsOf = ({ username, source }: Attempt): readonly string[] =>
  source === null ? [`user ${username}`] : [`user ${username}`, `source ${source}`];
