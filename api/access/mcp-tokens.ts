import { type Observable, Subject } from 'rxjs';
import type { Caller } from '../caller.ts';
import { keyedDigest, newKey } from './secrets.ts';
import { TokenCaller } from './token-caller.ts';
import type { User } from './user.ts';
import type { View } from './view.ts';

/** A token of the MCP endpoint. Its text is known to whoever was given it, and to nobody else. */
export interface McpToken {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  /** Whether it may change nothing. */
  readonly readOnly: boolean;
}

/** A token that somebody chose beforehand. */
export interface GivenToken {
  readonly name: string;
  readonly token: string;
  readonly readOnly?: boolean;
}

export interface McpTokensOptions {
  /** The tokens of a first start. */
  readonly given: readonly GivenToken[];
  view(user: User): View;
}

/** The tokens of the MCP endpoint. */
export class McpTokens {
  /** The id of a token that was added, changed or removed. */
  readonly changes: Observable<number>;
  readonly #changed = new Subject<number>();
  readonly #tokens = new Map<number, McpToken>();
  /** By a digest that nobody outside can compute: how long a look takes tells nothing of the tokens that are there. */
  readonly #ids = new Map<string, number>();
  readonly #key = newKey();
  readonly #view: McpTokensOptions['view'];

  constructor({ given, view }: McpTokensOptions) {
    this.changes = this.#changed.asObservable();
    this.#view = view;
    for (const [index, { name, token, readOnly = false }] of given.entries()) {
      this.#tokens.set(index + 1, { id: index + 1, name, enabled: true, readOnly });
      this.#ids.set(this.#keyOf(token), index + 1);
    }
  }

  get(id: number): McpToken | undefined {
    return this.#tokens.get(id);
  }

  /** The enabled token with this text, which is thereby used. */
  admit(text: string): McpToken | undefined {
    const token = this.get(this.#ids.get(this.#keyOf(text)) ?? 0);
    return token?.enabled ? token : undefined;
  }

  /** Whoever calls by a token. */
  caller(id: number): Caller {
    return new TokenCaller({ token: (each) => this.get(each), view: this.#view }, id);
  }

  #keyOf(text: string): string {
    return keyedDigest(this.#key, text).toString('base64url');
  }
}
