import { field } from '../clients/json.ts';
import type { Faulty, Passing } from './faulty.ts';
import { codeIn, isCall, refused } from './helpers.ts';

/** Takes a form or a query for JSON whose values are all texts. */
const asTexts = (passing: Passing, parameters: URLSearchParams): void => {
  passing.method = 'POST';
  passing.headers['content-type'] = 'application/json';
  passing.body = JSON.stringify(Object.fromEntries(parameters));
};

/** Controllers that read or answer HTTP in a way of their own. */
export const OF_FORMS: readonly Faulty[] = [
  {
    id: 'name-in-other-letters',
    spoils: 'getVersion has another path over HTTP than its event name',
    caughtBy: ['http.path'],
    how: () => ({ request: (passing) => (isCall(passing, 'getVersion') ? refused(408, 116) : undefined) }),
  },
  {
    id: 'success-202',
    spoils: 'a call that succeeds has status 202',
    caughtBy: ['http.success-200'],
    how: () => ({
      http: (returning, passing) => {
        if (isCall(passing, 'getVersion') && returning.status === 200) returning.status = 202;
      },
    }),
  },
  {
    id: 'json-ignored',
    spoils: 'parameters in a JSON body are ignored',
    caughtBy: ['http.json-body'],
    how: () => ({
      request: (passing) => {
        if (isCall(passing, 'getComponentData') && passing.headers['content-type'] === 'application/json')
          passing.body = '';
        return undefined;
      },
    }),
  },
  {
    id: 'form-texts',
    spoils: 'the texts true and false stay texts in a form',
    caughtBy: ['http.form-booleans'],
    how: () => ({
      request: (passing) => {
        if (passing.headers['content-type']?.includes('form')) asTexts(passing, new URLSearchParams(passing.body));
        return undefined;
      },
    }),
  },
  {
    id: 'query-texts',
    spoils: 'the texts true and false stay texts in a query',
    caughtBy: ['http.query-booleans'],
    how: () => ({
      request: (passing) => {
        const { pathname, searchParams } = new URL(passing.path, 'http://faulty');
        if (passing.method !== 'GET' || !pathname.startsWith('/api/v1/') || searchParams.size === 0) return undefined;
        passing.path = pathname;
        asTexts(passing, searchParams);
        return undefined;
      },
    }),
  },
  {
    id: 'method-106',
    spoils: 'another method is error 106',
    caughtBy: ['http.other-methods-code'],
    how: () => ({
      http: (returning) => {
        if (returning.status === 405) returning.body = returning.body.replace('117', '106');
      },
    }),
  },
  {
    id: 'errors-without-text',
    spoils: 'errors have no text',
    caughtBy: ['http.failure-body'],
    how: () => ({
      call: (_, answer) => {
        if (field(answer, 'errorCode') === undefined) return answer;
        const { errorText: _gone, ...rest } = answer as { errorText?: string };
        return rest;
      },
    }),
  },
  {
    id: 'retry-always',
    spoils: 'every error tells when to come again',
    caughtBy: ['errors.retry-after-only-109'],
    how: () => ({
      call: (_, answer) =>
        field(answer, 'errorCode') === undefined ? answer : { ...(answer as object), retryAfter: 1 },
    }),
  },
  {
    id: 'anybody-answered',
    spoils: 'a request without credentials is answered as the last user',
    caughtBy: ['http.credentials-each-time'],
    how: () => {
      let last: Record<string, string> = {};
      return {
        request: ({ headers, path }) => {
          const { 'auth-username': user, 'auth-password': password } = headers;
          if (user === 'admin' && password !== undefined) last = { 'auth-username': user, 'auth-password': password };
          const bare = user === undefined && headers['x-service-sid'] === undefined;
          if (bare && path === '/api/v1/getVersion') Object.assign(headers, last);
          return undefined;
        },
      };
    },
  },
  {
    id: 'timeout-504',
    spoils: 'a call that took too long has status 504',
    caughtBy: ['status.timeout-408'],
    how: () => ({
      http: (returning, passing) => {
        if (isCall(passing, 'executeScene') && codeIn(returning) === 116) returning.status = 504;
      },
    }),
  },
  {
    id: 'impatient',
    spoils: 'a call is given up after 5 seconds',
    caughtBy: ['limits.call-15s'],
    how: () => ({ patience: 5_000 }),
  },
  {
    id: 'late-is-done',
    spoils: 'over Socket.io a call that takes too long is answered as if it were done',
    caughtBy: ['limits.call-15s-socket'],
    how: () => ({ ahead: (name) => (name === 'executeScene' ? true : undefined) }),
  },
];
