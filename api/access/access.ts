import type { Observable } from 'rxjs';
import type { Clock, Store, Twin } from '../../twin/index.ts';
import type { Caller, Path, Transport } from '../caller.ts';
import type { Credentials } from '../credentials.ts';
import type { Language } from '../errors.ts';
import type { ReportProblem } from '../problem.ts';
import type { QueueDrops } from '../queue-drops.ts';
import type { Account, User } from './user.ts';
import type { View } from './view.ts';

export interface LoginRequest {
  readonly credentials: Credentials;
  readonly path: Path;
  readonly source: string;
  readonly transport: Transport;
  readonly language: Language;
  readonly remoteToken?: string | undefined;
}

export interface Login {
  readonly caller: Caller;
  /** The session that this login opened; `undefined` if none was. */
  readonly opened: string | undefined;
}

/** A user who is to be added; what is left out is as the specification has it: enabled, without Remote Access, everything `Full`. */
export interface NewUser extends Partial<Omit<User, 'id' | 'username' | 'group'>> {
  readonly username: string;
  readonly password: string;
  readonly group: User['group'];
}

/** What may change of a user; what is left out stays. */
export type UserChanges = Partial<Omit<User, 'id'>> & { readonly password?: string };

/** What users are given levels for. */
export interface Levelled {
  readonly rooms: ReadonlyMap<number, unknown>;
  readonly scenes: ReadonlyMap<number, unknown>;
}

/** Users, passwords, sessions, lockout and permissions. */
export interface Access {
  readonly users: ReadonlyMap<number, User>;
  /** Establishes who is calling. Throws or rejects with `CallFault` 106, 109, 110, 122 or 137 (all 401 over HTTP). */
  login(request: LoginRequest): Login | Promise<Login>;
  /** The present view of a user; the same object until a permission, a room or the user changes. */
  view(user: User): View;
  /** A caller for a projection that the configuration gives to a user, who need not log in there; `undefined` for an unknown or disabled one. */
  deputy(username: string, transport: Transport): Caller | undefined;
  /** Ends the session at once. Resolves when it will stay ended after a restart. */
  logout(caller: Caller): Promise<void>;
  /** Ends the user's other sessions. 110 for a wrong old password (counted), 106 for a new one that is not acceptable, 109 while blocked. */
  setPassword(caller: Caller, oldPassword: string, newPassword: string, source: string): Promise<void>;
  /** Answers the identifier, which nobody ever had. 106 for a name that is taken or a password that is not acceptable. */
  addUser(user: NewUser): Promise<number>;
  /**
   * 112 for an unknown user, 106 for a name that is taken or a password that is not acceptable, 117 if no enabled admin would
   * be left. A new password ends the sessions of the user, but for the one that `by` has presented. Answers whether anything
   * has changed: a password always has.
   */
  setUser(id: number, changes: UserChanges, by?: Caller): Promise<boolean>;
  /** 112 for an unknown user, 117 for the last enabled admin. */
  removeUser(id: number): Promise<void>;
  /** Takes away what users have been given of rooms and scenes that do not exist; answers the users who had something. */
  tidy(house: Levelled): Promise<readonly number[]>;
  /** Whether a connection that logged in as `caller` is still entitled: session alive, user enabled, path allowed. Each `true` counts as a use of the session. */
  entitled(caller: Caller): boolean;
  /** Emits a user's id whenever sessions or permissions of that user changed, so that connections look again. */
  readonly changes: Observable<number>;
  /** To be called when components, or the rooms that they belong to, have changed: every view is made anew. */
  houseChanged(): void;
  /** How many sessions are kept, and how many user names and addresses may not log in at present. */
  figures(): {
    readonly sessions: number;
    readonly lockedOut: { readonly usernames: number; readonly sources: number };
  };
  /** Writes what the store does not know yet of the last uses of sessions. */
  close(): Promise<void>;
}

/** What `createAccess(options): Access` of `create-access.ts` is given. */
export interface AccessOptions {
  /** The driven clock: sessions and lockout run on it. */
  readonly clock: Clock;
  /** Tables `users`, `sessions` and `secrets`; `null`: everything is kept in memory only. */
  readonly store: Store | null;
  /** The users of a first start; those of the store count from then on. */
  readonly accounts: readonly Account[];
  /** Passwords that nobody can choose, because they are published; left out: none. */
  readonly published?: ReadonlySet<string>;
  /** Forgets whatever the store holds of users, sessions and secrets, and begins with `accounts`. */
  readonly afresh?: boolean;
  /** The twin, or whatever else knows the components. */
  readonly house: Pick<Twin, 'components'>;
  /** Whether a token of the remote path is valid; every request on that path is asked for one. */
  readonly remoteToken: (token: string) => boolean;
  readonly report: ReportProblem;
  /** Left out: nobody asks how many were refused. */
  readonly drops?: QueueDrops;
}
