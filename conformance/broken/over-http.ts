import { field } from '../clients/json.ts';
import type { Faulty, Passing, Returning } from './faulty.ts';

const code = ({ body }: Returning): unknown => {
  try {
    return field(JSON.parse(body), 'errorCode');
  } catch {
    return undefined;
  }
};

/** Errors of this code get another status. */
const statuses = (of: readonly number[], status: number) => () => ({
  http: (returning: Returning) => {
    if (of.includes(Number(code(returning)))) returning.status = status;
  },
});

const isApi = ({ path }: Passing): boolean => path.startsWith('/api/v1/');
const isCall = ({ path }: Passing, name: string): boolean => path.startsWith(`/api/v1/${name}`);

/** Controllers that speak HTTP in a way of their own. */
export const OVER_HTTP: readonly Faulty[] = [
  {
    id: 'errors-200',
    spoils: 'errors have status 200',
    caughtBy: ['status.answered-error-400'],
    how: statuses([106, 112], 200),
  },
  {
    id: 'login-400',
    spoils: 'failed logins have status 400',
    caughtBy: ['status.login-failed-401'],
    how: statuses([106, 110, 122], 400),
  },
  {
    id: 'lockout-429',
    spoils: 'a lockout has status 429',
    caughtBy: ['status.lockout-401'],
    how: statuses([109], 429),
  },
  {
    id: 'unknown-call-404',
    spoils: 'an unknown call has status 404',
    caughtBy: ['status.unknown-call-408'],
    how: statuses([116], 404),
  },
  {
    id: 'not-allowed-403',
    spoils: 'a call that is not allowed has status 403',
    caughtBy: ['permission.user-status'],
    how: statuses([117], 403),
  },
  {
    id: 'methods-404',
    spoils: 'other methods have status 404',
    caughtBy: ['http.other-methods'],
    how: () => ({
      http: (returning) => {
        if (returning.status === 405) returning.status = 404;
      },
    }),
  },
  {
    id: 'forms-ignored',
    spoils: 'form-encoded parameters are ignored',
    caughtBy: ['http.form-body'],
    how: () => ({
      request: (passing) => {
        if (passing.headers['content-type']?.includes('form')) passing.body = '';
        return undefined;
      },
    }),
  },
  {
    id: 'queries-ignored',
    spoils: 'parameters in the query are ignored',
    caughtBy: ['http.get-query'],
    how: () => ({
      request: (passing) => {
        if (passing.method === 'GET' && isApi(passing) && !passing.path.includes('x-service-sid'))
          passing.path = passing.path.replace(/\?.*/, '');
        return undefined;
      },
    }),
  },
  {
    id: 'one-language',
    spoils: 'accept-language is ignored',
    caughtBy: ['http.accept-language'],
    how: () => ({
      request: (passing) => {
        delete passing.headers['accept-language'];
        return undefined;
      },
    }),
  },
  {
    id: 'session-query-ignored',
    spoils: 'a session in the query is ignored',
    caughtBy: ['session.query'],
    how: () => ({
      request: (passing) => {
        passing.path = passing.path.replace(/[?&]x-service-sid=[^&]*/, '');
        return undefined;
      },
    }),
  },
  {
    id: 'logout-without-effect',
    spoils: 'logout answers true and ends nothing',
    caughtBy: ['session.ended-at-once'],
    how: () => ({
      request: (passing) =>
        isCall(passing, 'logout')
          ? { status: 200, headers: { 'content-type': 'application/json' }, body: 'true' }
          : undefined,
    }),
  },
  {
    id: 'any-source',
    spoils: 'failures are not counted by user name across addresses',
    caughtBy: ['lockout.per-user'],
    how: () => {
      const failing = new Map<string, number>();
      return {
        http: (returning, passing) => {
          const user = passing.headers['auth-username'] ?? '';
          if (code(returning) === 110) failing.set(user, (failing.get(user) ?? 0) + 1);
          if (code(returning) !== 109 || (failing.get(user) ?? 0) < 6) return;
          Object.assign(returning, { status: 200, body: '{"sessionID":"abc","userID":1}' });
        },
      };
    },
  },
  {
    id: 'mcp-plain-json',
    spoils: 'MCP is answered as JSON instead of an event stream',
    caughtBy: ['mcp.event-stream'],
    how: () => ({
      http: (returning, passing) => {
        if (!passing.path.startsWith('/mcp') || passing.method !== 'POST') return;
        returning.headers['content-type'] = 'application/json';
        returning.body = /^data: ?(.*)$/m.exec(returning.body)?.[1] ?? returning.body;
      },
    }),
  },
  {
    id: 'mcp-other-name',
    spoils: 'the MCP server has another name',
    caughtBy: ['mcp.server-name'],
    how: () => ({
      http: (returning) => {
        returning.body = returning.body.replace('"name":"service-mcp"', '"name":"house-mcp"');
      },
    }),
  },
  {
    id: 'mcp-token-forgotten',
    spoils: 'MCP asks for the token on initialize only',
    caughtBy: ['mcp.token-each-request'],
    how: () => ({
      request: (passing) => {
        const later = passing.path.startsWith('/mcp') && 'mcp-session-id' in passing.headers;
        if (later) passing.headers.authorization = 'Bearer sandbox-mcp-token';
        return undefined;
      },
    }),
  },
];
