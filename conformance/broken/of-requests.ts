import { field, type Json } from '../clients/json.ts';
import type { Faulty, Returning } from './faulty.ts';
import { answers, codeIn, codes, isCall, isRegular, ok, refused, replace } from './helpers.ts';

/** Errors of this code get another status, where `call` is asked, or anywhere. */
const statuses =
  (code: number, status: number, call: string | null = null) =>
  () => ({
    http: (returning: Returning, passing: Parameters<typeof isCall>[0]) => {
      if (codeIn(returning) === code && (call === null || isCall(passing, call))) returning.status = status;
    },
  });

/** The text of one error is the English one in every language. */
const english = (code: number, text: string): Faulty => ({
  id: `english-${code}`,
  spoils: `the text of error ${code} is English in every language`,
  caughtBy: [`errors.translated-${code}`],
  how: () => ({
    call: (_, answer) => (field(answer, 'errorCode') === code ? { ...(answer as object), errorText: text } : answer),
  }),
});

/** Controllers that understand requests otherwise than they were meant, or refuse them otherwise. */
export const OF_REQUESTS: readonly Faulty[] = [
  {
    id: 'query-session-alone',
    spoils: 'a session in the query lets the other parameters be lost',
    caughtBy: ['http.query-with-session'],
    how: () => ({
      request: (passing) => {
        const [path, query = ''] = passing.path.split('?');
        const session = new URLSearchParams(query).get('x-service-sid');
        if (session !== null && isCall(passing, 'getComponentData'))
          passing.path = `${path}?x-service-sid=${encodeURIComponent(session)}`;
        return undefined;
      },
    }),
  },
  {
    id: 'query-session-first',
    spoils: 'a session in the query counts only where it stands first',
    caughtBy: ['http.query-with-session'],
    how: () => ({
      request: (passing) => {
        passing.path = passing.path.replace(/&x-service-sid=[^&]*/, '');
        return undefined;
      },
    }),
  },
  {
    id: 'form-without-session',
    spoils: 'a form-encoded body beside a session in the header is refused',
    caughtBy: ['http.form-with-session'],
    how: () => ({
      request: ({ headers }) =>
        headers['content-type']?.includes('form') && headers['x-service-sid'] !== undefined
          ? refused(401, 106)
          : undefined,
    }),
  },
  {
    id: 'put-is-done',
    spoils: 'what is asked with PUT is refused and done',
    caughtBy: ['http.other-methods-still'],
    how: () => ({
      request: (passing) => {
        if (passing.method !== 'PUT' || !isCall(passing, 'componentUpdate')) return undefined;
        passing.method = 'POST';
        passing.headers['x-faulty'] = 'put';
        return undefined;
      },
      http: (returning, { headers }) => {
        if (headers['x-faulty'] === 'put') replace(returning, refused(405, 117));
      },
    }),
  },
  {
    id: 'init-object-over-http',
    spoils: 'init over HTTP answers an object',
    caughtBy: ['http.init'],
    how: answers('init', (answer, { path }) => (path === 'http' ? { ready: true } : answer)),
  },
  {
    id: 'init-for-sockets-only',
    spoils: 'init is unknown over HTTP',
    caughtBy: ['http.init'],
    how: () => ({ request: (passing) => (isCall(passing, 'init') ? refused(408, 116) : undefined) }),
  },
  {
    id: 'languages-unweighed',
    spoils: 'of several languages the first is taken, whatever its weight',
    caughtBy: ['http.language-weights'],
    how: () => ({
      request: ({ headers }) => {
        headers['accept-language'] = (headers['accept-language'] ?? '').replace(/;.*/, '');
        return undefined;
      },
    }),
  },
  {
    id: 'regions-unknown',
    spoils: 'a language with a region is not known',
    caughtBy: ['http.language-region'],
    how: () => ({
      request: ({ headers }) => {
        if (/^\w+-\w+$/.test(headers['accept-language'] ?? '')) headers['accept-language'] = 'en';
        return undefined;
      },
    }),
  },
  {
    id: 'missing-parameter-422',
    spoils: 'a missing parameter has status 422',
    caughtBy: ['status.parameter-400'],
    how: statuses(106, 422, 'executeScene'),
  },
  {
    id: 'not-found-404',
    spoils: 'what is not found has status 404',
    caughtBy: ['status.not-found-400'],
    how: statuses(112, 404),
  },
  {
    id: 'wrong-password-403',
    spoils: 'a wrong password has status 403',
    caughtBy: ['status.wrong-password-401'],
    how: statuses(110, 403),
  },
  {
    id: 'unknown-session-440',
    spoils: 'an unknown session has status 440',
    caughtBy: ['status.unknown-session-401'],
    how: statuses(106, 440, 'getVersion'),
  },
  english(106, 'Parameter(s) error'),
  english(109, 'Too many authorization attempts'),
  english(110, 'User name or password wrong'),
  english(112, 'Not found'),
  english(116, 'Timeout occurred'),
  english(122, 'User disabled'),
  {
    id: 'english-117',
    spoils: 'the text of a refused call is English in every language',
    caughtBy: ['errors.translated-117'],
    how: () => ({
      call: (called, answer) =>
        isRegular(called) && field(answer, 'errorCode') === 117
          ? { ...(answer as object), errorText: 'Not allowed' }
          : answer,
    }),
  },
  {
    id: 'english-405',
    spoils: 'the text for another method is English in every language',
    caughtBy: ['errors.translated-405'],
    how: () => ({
      http: (returning) => {
        if (returning.status === 405)
          replace(returning, { ...ok({ errorCode: 117, errorText: 'Method Not Allowed' }), status: 405 });
      },
    }),
  },
  {
    id: 'errors-wordless-on-sockets',
    spoils: 'over Socket.io errors have no text',
    caughtBy: ['errors.socket-body'],
    how: () => ({
      call: ({ path }, answer) => {
        if (path === 'http' || field(answer, 'errorCode') === undefined) return answer;
        const { errorText: _gone, ...rest } = answer as { errorText?: string };
        return rest as Json;
      },
    }),
  },
  {
    id: 'error-codes-as-texts',
    spoils: 'over HTTP error codes are texts',
    caughtBy: ['http.failure-body'],
    how: () => ({
      http: (returning) => {
        returning.body = returning.body.replace(/"errorCode":(\d+)/, '"errorCode":"$1"');
      },
    }),
  },
  {
    id: 'nameless-login-110',
    spoils: 'a login without a name is error 110',
    caughtBy: ['login.missing-106'],
    how: () => ({
      http: (returning, passing) => {
        if (isCall(passing, 'auth') && passing.headers['auth-username'] === undefined)
          replace(returning, refused(401, 110));
      },
    }),
  },
  {
    id: 'unknown-scene-116',
    spoils: 'an unknown scene is error 116',
    caughtBy: ['scene.unknown-112'],
    how: codes(112, 116, 'executeScene'),
  },
];
