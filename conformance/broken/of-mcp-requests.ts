import type { Faulty, Passing, Returning } from './faulty.ts';
import { ok, refused, replace } from './helpers.ts';
import { isMcp, listed, messages, posts } from './mcp-messages.ts';

/** Requests without a message, as they are answered. */
const others = (method: string, change: (returning: Returning, passing: Passing) => void) => () => ({
  http: (returning: Returning, passing: Passing) => {
    if (isMcp(passing) && passing.method === method) change(returning, passing);
  },
});

/** Instead of one status another. */
const turned = (method: string, from: number, to: number) =>
  others(method, (returning) => {
    if (returning.status === from) replace(returning, refused(to, 117));
  });

/** Controllers whose endpoint for assistants takes other requests otherwise. */
export const OF_MCP_REQUESTS: readonly Faulty[] = [
  {
    id: 'mcp-get-without-token',
    spoils: 'the stream of notifications asks for no token',
    caughtBy: ['mcp.token-every-method'],
    how: turned('GET', 401, 200),
  },
  {
    id: 'mcp-delete-without-token',
    spoils: 'DELETE asks for no token',
    caughtBy: ['mcp.token-every-method'],
    how: turned('DELETE', 401, 204),
  },
  {
    id: 'mcp-get-homeless-404',
    spoils: 'the stream of an unknown session has status 404',
    caughtBy: ['mcp.no-session-every-method'],
    how: turned('GET', 400, 404),
  },
  {
    id: 'mcp-delete-homeless-200',
    spoils: 'DELETE of an unknown session has status 200',
    caughtBy: ['mcp.no-session-every-method'],
    how: turned('DELETE', 400, 200),
  },
  {
    id: 'mcp-skill-off-get-405',
    spoils: 'while the MCP skill is off, GET has status 405',
    caughtBy: ['mcp.skill-off-every-method'],
    how: turned('GET', 404, 405),
  },
  {
    id: 'mcp-any-scheme',
    spoils: 'the token is taken with any scheme',
    caughtBy: ['mcp.token-scheme-401'],
    how: () => ({
      request: ({ headers }) => {
        if (headers.authorization !== undefined)
          headers.authorization = headers.authorization.replace('Basic', 'Bearer');
        return undefined;
      },
    }),
  },
  {
    id: 'mcp-by-session',
    spoils: 'a session of the HTTP API opens the endpoint for assistants',
    caughtBy: ['mcp.session-refused'],
    how: () => ({
      request: (passing) => {
        if (isMcp(passing) && 'x-service-sid' in passing.headers)
          passing.headers.authorization = 'Bearer sandbox-mcp-token';
        return undefined;
      },
    }),
  },
  {
    id: 'mcp-token-disabled-wordless',
    spoils: 'a disabled token is refused without a word',
    caughtBy: ['mcp.token-disabled-text'],
    how: posts((returning, _, { headers }) => {
      if (returning.status === 401 && headers.authorization !== 'Bearer no-such-token') returning.body = '{}';
    }),
  },
  {
    id: 'mcp-session-outlives-token',
    spoils: 'an open session goes on when its token is disabled',
    caughtBy: ['mcp.token-disabled-session'],
    how: posts((returning, method, { headers }) => {
      if (returning.status === 401 && method === 'tools/list' && headers['mcp-session-id'] !== undefined)
        replace(returning, ok({}));
    }),
  },
  {
    id: 'mcp-token-removed-403',
    spoils: 'with a removed token the status is 403',
    caughtBy: ['mcp.token-removed-401'],
    how: () => {
      let removed = false;
      return {
        http: (returning, passing) => {
          removed ||= passing.path.startsWith('/api/v1/removeMCPToken');
          if (isMcp(passing) && removed && returning.status === 401) returning.status = 403;
        },
      };
    },
  },
  {
    id: 'mcp-one-session',
    spoils: 'who closes a session closes all',
    caughtBy: ['mcp.sessions-apart'],
    how: () => {
      let closed = false;
      return {
        http: (returning, passing) => {
          if (!isMcp(passing)) return;
          closed ||= passing.method === 'DELETE';
          if (closed && 'mcp-session-id' in passing.headers) replace(returning, refused(400, 106));
        },
      };
    },
  },
  {
    id: 'mcp-texts-for-numbers',
    spoils: 'an id that is a text is answered with a number',
    caughtBy: ['mcp.id-as-text'],
    how: messages('prompts/list', (message) => (typeof message.id === 'string' ? { ...message, id: 1 } : message)),
  },
  {
    id: 'mcp-later-json',
    spoils: 'only initialize is answered as an event stream',
    caughtBy: ['mcp.later-event-stream'],
    how: posts((returning, method) => {
      if (method !== 'tools/list') return;
      returning.headers['content-type'] = 'application/json';
      returning.body = /^data: ?(.*)$/m.exec(returning.body)?.[1] ?? returning.body;
    }),
  },
  {
    id: 'mcp-all-hinted',
    spoils: 'every tool is marked as only reading',
    caughtBy: ['mcp.changing-not-hinted'],
    how: listed('tools/list', 'tools', (tool) => ({ ...tool, annotations: { readOnlyHint: true } })),
  },
  {
    id: 'mcp-resource-short',
    spoils: 'the resource of all components leaves out every tenth',
    caughtBy: ['mcp.resource-read'],
    how: posts((returning, method) => {
      if (method === 'resources/read') returning.body = returning.body.replaceAll(/C\d*0\b/g, 'gone');
    }),
  },
  {
    id: 'mcp-resources-unread',
    spoils: 'no resource can be read',
    caughtBy: ['mcp.resource-read'],
    how: messages('resources/read', ({ result: _, ...message }) => ({
      ...message,
      error: { code: -32601, message: 'Method not found' },
    })),
  },
];
