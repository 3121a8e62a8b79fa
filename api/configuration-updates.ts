import { map, type Observable } from 'rxjs';
import type { ConfigurationEvent, Twin } from '../twin/index.ts';
import type { Access } from './access/access.ts';
import type { McpTokens } from './access/mcp-tokens.ts';
import type { TokenList } from './access/token-list.ts';
import { mcpTokenRecord } from './calls/mcp-tokens.ts';
import { tokenRecord } from './calls/remote-tokens.ts';
import { userRecord } from './calls/user-fields.ts';
import { webHookRecord } from './calls/web-hook-fields.ts';
import { NO_WEB_HOOKS, type WebHooks } from './web-hooks.ts';

/** One element of `onConfigurationUpdate`. */
export interface ConfigurationUpdate {
  readonly collection: ConfigurationEvent['collection'];
  readonly action: ConfigurationEvent['action'];
  readonly id: number | string;
  /** Who changed it, and over which call; `null` for what nobody asked for. */
  readonly user: string | null;
  readonly call: string | null;
  /** As it is now; left out of what was removed. */
  readonly record?: object;
}

/** What the twin does not keep. */
export interface KeptElsewhere extends Pick<Access, 'users'> {
  readonly remoteTokens: Pick<TokenList, 'get'>;
  readonly mcpTokens: Pick<McpTokens, 'get'>;
  /** Left out: there are none. */
  readonly webHooks?: Pick<WebHooks, 'records'>;
}

type Configured = Pick<Twin, 'configuration' | 'components' | 'rooms' | 'zones' | 'scenes' | 'automations' | 'skills'>;

/** Every change of the configuration as administrators hear of it. */
export const configurationUpdates = (twin: Configured, elsewhere: KeptElsewhere): Observable<ConfigurationUpdate> =>
  twin.configuration.pipe(
    map(({ collection, action, id, cause }) => {
      const record = recordOf(twin, elsewhere, collection, id);
      const { user, call } = cause.by === 'user' ? cause : { user: null, call: null };
      return { collection, action, id, user, call, ...(record !== undefined && { record }) };
    }),
  );

const recordOf = (
  twin: Configured,
  { users, remoteTokens, mcpTokens, webHooks = NO_WEB_HOOKS }: KeptElsewhere,
  collection: ConfigurationUpdate['collection'],
  id: number | string,
): object | undefined => {
  if (collection === 'users') {
    const user = users.get(Number(id));
    return user && userRecord(user);
  }
  if (collection === 'webhooks') {
    const hook = webHooks.records.get(Number(id));
    return hook && webHookRecord(hook);
  }
  if (collection === 'remoteTokens') {
    const token = remoteTokens.get(Number(id));
    return token && tokenRecord(token);
  }
  if (collection === 'mcpTokens') {
    const token = mcpTokens.get(Number(id));
    return token && mcpTokenRecord(token);
  }
  if (collection === 'components') {
    const component = twin.components.get(String(id));
    if (component === undefined) return undefined;
    const { cid, name, category, rooms } = component;
    return { cid, name, category, rooms };
  }
  if (collection === 'house') return undefined;
  return collection === 'skills' ? twin.skills.get(String(id)) : twin[collection].get(Number(id));
};
