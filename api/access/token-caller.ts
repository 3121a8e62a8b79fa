import type { Caller } from '../caller.ts';
import { DEFAULT_LANGUAGE } from '../errors.ts';
import type { User } from './user.ts';
import type { View } from './view.ts';

/** A token as its caller looks it up, each time anew. */
export interface CallingToken {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
}

export interface TokenCallerSources {
  /** `undefined` once it was removed. */
  token(id: number): CallingToken | undefined;
  view(user: User): View;
}

/** Begins the name of everybody who calls by a token. No user can be called so (docs/decisions/0110). */
const PREFIX = 'MCP token ';

/** Whether a user name is kept for those who call by a token. */
export const isKeptForTokens = (username: string): boolean => username.toLowerCase().startsWith(PREFIX.toLowerCase());

/**
 * Somebody who was let in by an MCP token: nobody of the users, with the rights of an administrator. In the journal, in causes
 * and in the audit it is `MCP token 3 (its name)`; an id below zero is no user's either.
 */
export class TokenCaller implements Caller {
  readonly sessionID = null;
  readonly path = 'local';
  readonly transport = 'mcp';
  readonly language = DEFAULT_LANGUAGE;
  readonly #sources: TokenCallerSources;
  readonly #id: number;
  #name: string | undefined;
  #user: User | undefined;

  constructor(sources: TokenCallerSources, id: number) {
    this.#sources = sources;
    this.#id = id;
  }

  get isEntitled(): boolean {
    return this.#sources.token(this.#id)?.enabled === true;
  }

  get user(): User {
    const name = this.#sources.token(this.#id)?.name ?? this.#name ?? '';
    if (this.#user === undefined || name !== this.#name) {
      this.#name = name;
      this.#user = {
        ...{ id: -this.#id, username: `${PREFIX}${this.#id} (${name})`, group: 'admin', enabled: true },
        ...{ remoteAccess: false, rooms: {}, scenes: {} },
      };
    }
    return this.#user;
  }

  get view(): View {
    return this.#sources.view(this.user);
  }
}
