import { createAccess } from '../api/access/create-access.ts';
import { givenTokens, MCP_TOKENS, McpTokens } from '../api/access/mcp-tokens.ts';
import { forgetTokens, TokenList } from '../api/access/token-list.ts';
import type { Account } from '../api/access/user.ts';
import { forgetAudit } from '../api/create-audit.ts';
import { LIMITS } from '../api/limits.ts';
import type { ReportProblem } from '../api/problem.ts';
import type { QueueDrops } from '../api/queue-drops.ts';
import { wakeWebHooks } from '../api/webhooks/create-web-hooks.ts';
import { forgetWebHooks } from '../api/webhooks/kept-web-hooks.ts';
import type { Change, Store } from '../twin/index.ts';
import type { Core } from './assemble-life.ts';
import { identityChange } from './kept-house.ts';
import { LeasedStore } from './leased-store.ts';

export interface AccessParts {
  readonly core: Core;
  /** The users of a house that begins. */
  readonly accounts: readonly Account[];
  /** Passwords that nobody can choose. */
  readonly published: ReadonlySet<string>;
  readonly store: Store | null;
  /** The house begins: whatever the store knows of users is forgotten, and the house is noted down with its first users. */
  readonly afresh: boolean;
  /** Changes that the first users of a house that begins are kept with. Left out: none. */
  readonly beside?: readonly Change[] | undefined;
  readonly drops: QueueDrops;
  readonly report: ReportProblem;
}

/** The users of a house. Once it resolves, a house that begins has begun: it is the one of the store. */
export const assembleAccess = async (parts: AccessParts) => {
  const { core, accounts, published, store, afresh, beside = [], drops, report } = parts;
  const { clock, twin, identity, scenario } = core;
  const forgotten =
    store === null
      ? []
      : [
          ...[...forgetAudit(store), ...forgetWebHooks(store)],
          ...[...forgetTokens(store, REMOTE_TOKENS), ...forgetTokens(store, MCP_TOKENS)],
        ];
  const given = givenTokens(scenario.mcpTokens ?? [], clock.standsAt);
  const first = afresh ? [identityChange(identity), ...beside, ...forgotten, ...given] : [];
  const leased = store === null ? null : new LeasedStore(store, first);
  // Nobody asks before the house lives.
  const remoteToken = (token: string): boolean => remoteTokens.accepts(token);
  const access = await createAccess({
    ...{ clock, store: leased, accounts, published, afresh },
    ...{ house: twin, remoteToken, drops, report },
  });
  const most = LIMITS.remoteTokens.value;
  const remoteTokens = new TokenList({ clock, store: leased, table: REMOTE_TOKENS, most, report });
  const mcpTokens = new McpTokens({ clock, store: leased, first, report, view: (user) => access.view(user) });
  // The program may have ended between the removal of a room and what follows from it for users.
  if (!afresh) await access.tidy(twin);
  return { access, remoteTokens, mcpTokens, store: leased, webHookParts: await wakeWebHooks(leased) };
};

const REMOTE_TOKENS = 'remote-tokens';
