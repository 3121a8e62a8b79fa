import type { Observable } from 'rxjs';
import type { Caller, Path, Transport } from '../caller.ts';
import type { Language } from '../errors.ts';
import type { Credentials } from '../gate.ts';
import type { User } from './user.ts';
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

/** Users, passwords, sessions, lockout and permissions. */
export interface Access {
  readonly users: ReadonlyMap<number, User>;
  /** Establishes who is calling. Throws or rejects with `CallFault` 106, 109, 110, 122 or 137 (all 401 over HTTP). */
  login(request: LoginRequest): Login | Promise<Login>;
  /** The present view of a user; the same object until a permission, a room or the user changes. */
  view(user: User): View;
  /** Ends the session at once. Resolves when it will stay ended after a restart. */
  logout(caller: Caller): Promise<void>;
  /** 110 for a wrong old password (counted), 106 for a new one that is not acceptable, 109 while blocked. */
  setPassword(caller: Caller, oldPassword: string, newPassword: string, source: string): Promise<void>;
  /** Whether a connection that logged in as `caller` is still entitled: session alive, user enabled, path allowed. Each `true` counts as a use of the session. */
  entitled(caller: Caller): boolean;
  /** Emits a user's id whenever sessions or permissions of that user changed, so that connections look again. */
  readonly changes: Observable<number>;
}
