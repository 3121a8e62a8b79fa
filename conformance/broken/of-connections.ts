import { field, type Json } from '../clients/json.ts';
import { DROPPED, type Faulty } from './faulty.ts';
import { isCall, ok, refused, replace } from './helpers.ts';

/** A session in the query of a connection. */
const SESSION = /x-service-sid=([^&,]*)/;

/** Controllers whose connections begin, or go on, in another way. */
export const OF_CONNECTIONS: readonly Faulty[] = [
  {
    id: 'login-without-answer',
    spoils: 'a login over Socket.io is answered with true',
    caughtBy: ['connection.auth'],
    how: () => ({
      call: ({ name, path }, answer) =>
        name === 'auth' && path !== 'http' && field(answer, 'errorCode') === undefined ? true : answer,
    }),
  },
  {
    id: 'one-try',
    spoils: 'after a refused login no other is accepted over Socket.io',
    caughtBy: ['connection.refused-stays'],
    how: () => {
      const refusals = new Set<string | null>();
      return {
        call: ({ name, path, user }, answer) => {
          if (name !== 'auth' || path === 'http') return answer;
          const code = field(answer, 'errorCode');
          if (code === undefined && refusals.has(user))
            return { errorCode: 110, errorText: 'Too late', sessionID: null };
          if (code !== undefined) refusals.add(user);
          return answer;
        },
      };
    },
  },
  {
    id: 'any-session-connects',
    spoils: 'an unknown session in the query is taken for a known one',
    caughtBy: ['connection.query-unknown'],
    how: () => {
      let known = '';
      return {
        http: (returning) => {
          known = /"sessionID":"([^"]+)"/.exec(returning.body)?.[1] ?? known;
        },
        connect: (path) => path.replace('x-service-sid=no-such-session', `x-service-sid=${encodeURIComponent(known)}`),
      };
    },
  },
  {
    id: 'logout-over-http-only',
    spoils: 'a session that has ended still opens connections',
    caughtBy: ['connection.query-ended'],
    how: () => {
      const ended = new Set<string>();
      return {
        request: (passing) => {
          if (!isCall(passing, 'logout')) return undefined;
          ended.add(passing.headers['x-service-sid'] ?? '');
          return ok(true);
        },
        http: (returning, passing) => {
          if (ended.has(passing.headers['x-service-sid'] ?? '') && !isCall(passing, 'logout'))
            replace(returning, refused(401, 106));
        },
      };
    },
  },
  {
    id: 'expired-connects',
    spoils: 'an expired session still opens connections',
    caughtBy: ['connection.query-expired'],
    how: () => {
      let persistent = '';
      return {
        http: (returning, passing) => {
          if (passing.headers['auth-persistent'] === 'true')
            persistent = /"sessionID":"([^"]+)"/.exec(returning.body)?.[1] ?? persistent;
        },
        connect: (path) =>
          path.replace(SESSION, persistent === '' ? '$&' : `x-service-sid=${encodeURIComponent(persistent)}`),
        frame: (text, way) =>
          way === 'up' && persistent !== '' ? text.replace(SESSION, `x-service-sid=${persistent}`) : text,
      };
    },
  },
  {
    id: 'sessions-not-told',
    spoils: 'who connected with a session is told of no change',
    caughtBy: ['connection.session-ready'],
    how: () => ({
      event: (name, payload, _, user) => (name === 'onComponentUpdate' && user === null ? DROPPED : payload),
    }),
  },
  {
    id: 'version-for-strangers',
    spoils: 'getVersion is answered before the login',
    caughtBy: ['connection.before-login'],
    how: () => ({ ahead: (name) => (name === 'getVersion' ? { api: '1', ncd: '1', engine: '1' } : undefined) }),
  },
  {
    id: 'told-once',
    spoils: 'only the first connection is told to log in',
    caughtBy: ['connection.reconnect'],
    how: () => {
      const told = new Set<number>();
      return {
        event: (name, payload, generation) => {
          if (name !== 'stateChange') return payload;
          if (told.has(generation)) return DROPPED;
          told.add(generation);
          return payload;
        },
      };
    },
  },
  {
    id: 'replays',
    spoils: 'what was missed is sent after init',
    caughtBy: ['connection.no-replay'],
    how: () => {
      let missed: Json = [];
      return {
        broadcast: ({ name, parameters }) => {
          if (name === 'componentUpdate') missed = [parameters];
          return name === 'init' ? ['onComponentUpdate', missed] : undefined;
        },
      };
    },
  },
  {
    id: 'other-namespace',
    spoils: 'the namespace is /api/v2',
    caughtBy: ['version.namespace'],
    how: () => ({
      frame: (text, way) =>
        way === 'up' ? text.replace(/^(4\d)\/api\/v1/, '$1/api/v2') : text.replace(/^(4\d)\/api\/v2/, '$1/api/v1'),
    }),
  },
  {
    id: 'other-path-4',
    spoils: 'nobody is served under /socket.io-v4',
    caughtBy: ['version.socket4-path'],
    how: () => ({ connect: (path) => path.replace('/socket.io-v4', '/socket.io-v5') }),
  },
  {
    id: 'other-path-2',
    spoils: 'nobody is served under /socket.io',
    caughtBy: ['version.socket2-path'],
    how: () => ({ connect: (path) => path.replace('/socket.io/', '/socket.io-v2/') }),
  },
  {
    id: 'no-polling',
    spoils: 'polling is refused',
    caughtBy: ['version.polling'],
    how: () => ({ request: ({ path }) => (path.startsWith('/socket.io') ? refused(400, 3) : undefined) }),
  },
  {
    id: 'errors-wrapped',
    spoils: 'over Socket.io an error is wrapped into another object',
    caughtBy: ['errors.acknowledged'],
    how: () => ({
      call: ({ path }, answer) =>
        path !== 'http' && field(answer, 'errorCode') !== undefined ? { error: answer } : answer,
    }),
  },
  {
    id: 'english-sockets',
    spoils: 'the language given to init is ignored',
    caughtBy: ['errors.language-init'],
    how: () => ({
      emit: (name, payload) => (name === 'init' ? { ...(payload as object), language: 'en' } : payload),
    }),
  },
  {
    id: 'session-in-query-forgotten-by-elders',
    spoils: 'clients of Socket.io 2 have to log in whatever session they show',
    caughtBy: ['connection.query-session'],
    how: () => ({
      connect: (path) => (path.startsWith('/socket.io-v4') ? path : path.replace(SESSION, 'none=1')),
      // These clients repeat the query when they enter the namespace.
      frame: (text, way) => (way === 'up' && text.startsWith('40/api/v1?') ? text.replace(SESSION, 'none=1') : text),
    }),
  },
];
