import type { Change, Instant } from '../../twin/index.ts';
import type { Caller } from '../caller.ts';
import { LIMITS } from '../limits.ts';
import { TokenCaller } from './token-caller.ts';
import { type TokenFacts, TokenList, type TokenListOptions, tokenChanges } from './token-list.ts';
import type { User } from './user.ts';
import type { View } from './view.ts';

interface McpRights {
  readonly enabled: boolean;
  /** Whether it may change nothing. */
  readonly readOnly: boolean;
}

/** A token of the MCP endpoint. */
export type McpToken = TokenFacts & McpRights;

/** A token that somebody chose beforehand, as in a scenario. */
export interface GivenToken {
  readonly name: string;
  readonly token: string;
  readonly readOnly?: boolean;
}

export interface McpTokensOptions extends Omit<TokenListOptions, 'table' | 'most'> {
  view(user: User): View;
}

/** Table of the store. */
export const MCP_TOKENS = 'mcp-tokens';

/** What a store has to change to begin with these tokens. */
export const givenTokens = (given: readonly GivenToken[], created: Instant): readonly Change[] =>
  tokenChanges(
    MCP_TOKENS,
    given.map(({ name, token, readOnly = false }) => ({ token, facts: { name, enabled: true, readOnly, created } })),
  );

/** The tokens of the MCP endpoint. Each is somebody of its own, independent of all users. */
export class McpTokens extends TokenList<McpRights> {
  readonly #view: McpTokensOptions['view'];

  constructor({ view, ...options }: McpTokensOptions) {
    super({ ...options, table: MCP_TOKENS, most: LIMITS.mcpTokens.value });
    this.#view = view;
  }

  /** The enabled token with this text, which is thereby used. */
  admit(text: string): McpToken | undefined {
    const token = this.find(text);
    if (!token?.enabled) return undefined;
    this.used(token.id);
    return token;
  }

  /** Whoever calls by a token. */
  caller(id: number): Caller {
    return new TokenCaller({ token: (each) => this.get(each), view: this.#view }, id);
  }
}
