import type { Json } from '../clients/json.ts';
import type { Faulty, Passing, Returning, Spoiling } from './faulty.ts';
import { answers, codeIn, codes, fieldIn, isCall, ok, refused, replace, userOf, withFields } from './helpers.ts';

const DAY_S = 24 * 3_600;
const VERSION = ok({ api: '1', ncd: '1', engine: '1' });

/** How a controller thinks of a session. */
interface Kept {
  readonly persistent: boolean;
  readonly since: number;
  used: number;
}

/**
 * Judges sessions by itself, on the clock that is driven: `alive` decides, `undefined` leaves it to the controller. What is
 * expired by it has `code`.
 */
const judgingSessions =
  (alive: (session: Kept, now: number) => boolean | undefined, code = 106) =>
  (): Spoiling => {
    const sessions = new Map<string, Kept>();
    let now = 0;
    return {
      http: (returning: Returning, passing: Passing) => {
        if (passing.path === '/sandbox/v1/clock') now += Number(fieldIn(passing, 'advance') ?? 0);
        const opened = isCall(passing, 'auth') ? fieldIn(returning, 'sessionID') : undefined;
        const persistent = passing.headers['auth-persistent'] === 'true';
        if (typeof opened === 'string') sessions.set(opened, { persistent, since: now, used: now });
        const kept = sessions.get(passing.headers['x-service-sid'] ?? '');
        if (kept === undefined) return;
        const lives = alive(kept, now);
        if (lives === true) replace(returning, VERSION);
        if (lives === false) replace(returning, refused(401, code));
        kept.used = now;
      },
    };
  };

/** Changes the answer of a login over HTTP. */
const logins = (change: (answer: Json) => Json) =>
  answers('auth', (answer, { path }) => (path === 'http' ? change(answer) : answer));

/** Controllers that go wrong with logins and sessions over HTTP. */
export const OF_SESSIONS: readonly Faulty[] = [
  {
    id: 'login-201',
    spoils: 'a login has status 201',
    caughtBy: ['session.auth'],
    how: () => ({
      http: (returning, passing) => {
        if (isCall(passing, 'auth') && returning.status === 200) returning.status = 201;
      },
    }),
  },
  {
    id: 'user-as-text',
    spoils: 'userID is a text',
    caughtBy: ['session.answer'],
    how: logins((answer) => withFields(answer, { userID: 'U1' })),
  },
  {
    id: 'user-of-the-day',
    spoils: 'userID is another one at every login',
    caughtBy: ['session.same-user'],
    how: () => {
      let count = 0;
      return logins((answer) => {
        count += 1;
        return withFields(answer, { userID: count });
      })();
    },
  },
  {
    id: 'one-session-for-all',
    spoils: 'every login of a user is given the same session',
    caughtBy: ['session.new-each-time'],
    how: () => {
      let first: Json = null;
      return logins((answer) => {
        first ??= answer;
        return first;
      })();
    },
  },
  {
    id: 'session-header-ignored',
    spoils: 'a session in the header is ignored',
    caughtBy: ['session.header'],
    how: () => ({
      request: (passing) => {
        delete passing.headers['x-service-sid'];
        return undefined;
      },
    }),
  },
  {
    id: 'logout-ends-all',
    spoils: 'a logout ends every session',
    caughtBy: ['session.logout-others'],
    how: () => {
      let ended = false;
      return {
        http: (returning, passing) => {
          ended ||= isCall(passing, 'logout');
          if (ended && 'x-service-sid' in passing.headers && !isCall(passing, 'logout'))
            replace(returning, refused(401, 106));
        },
      };
    },
  },
  {
    id: 'password-remembered',
    spoils: 'once the right password was given, any other will do',
    caughtBy: ['session.password-each-time'],
    how: () => {
      const passwords = new Map<string, string>();
      return {
        request: (passing) => {
          const known = passwords.get(userOf(passing));
          if (known !== undefined) passing.headers['auth-password'] = known;
          return undefined;
        },
        http: (returning, passing) => {
          const password = passing.headers['auth-password'];
          if (returning.status === 200 && password !== undefined) passwords.set(userOf(passing), password);
        },
      };
    },
  },
  {
    id: 'password-for-auth-only',
    spoils: 'the password is looked at by auth only',
    caughtBy: ['login.wrong-password-any-call'],
    how: () => ({
      http: (returning, passing) => {
        if (codeIn(returning) === 110 && isCall(passing, 'getVersion')) replace(returning, VERSION);
      },
    }),
  },
  {
    id: 'missing-login-110',
    spoils: 'a login without a password is error 110',
    caughtBy: ['login.missing-106'],
    how: codes(106, 110, 'auth'),
  },
  {
    id: 'unknown-user-112',
    spoils: 'an unknown user is told to be unknown',
    caughtBy: ['login.unknown-user-110'],
    how: () => ({
      call: ({ name, user }, answer) =>
        name === 'auth' && user?.includes('nobody') && (answer as { errorCode?: Json }).errorCode === 110
          ? withFields(answer, { errorCode: 112 })
          : answer,
    }),
  },
  {
    id: 'unknown-session-110',
    spoils: 'an unknown session is error 110',
    caughtBy: ['login.unknown-session-106'],
    how: () => ({
      http: (returning, passing) => {
        if (passing.headers['x-service-sid'] === 'no-such-session') replace(returning, refused(401, 110));
      },
    }),
  },
  {
    id: 'sessions-for-ever',
    spoils: 'a session never expires',
    caughtBy: ['session.day'],
    how: judgingSessions(({ persistent }) => (persistent ? undefined : true)),
  },
  {
    id: 'sessions-half-a-day',
    spoils: 'a session expires after 12 hours',
    caughtBy: ['session.within-day'],
    how: judgingSessions(({ persistent, used }, now) => (!persistent && now - used > DAY_S / 2 ? false : undefined)),
  },
  {
    id: 'sessions-not-extended',
    spoils: 'a session expires 24 hours after its login, however it is used',
    caughtBy: ['session.extended'],
    how: judgingSessions(({ persistent, since }, now) => (!persistent && now - since > DAY_S ? false : undefined)),
  },
  {
    id: 'persistence-ignored',
    spoils: 'auth-persistent is ignored',
    caughtBy: ['session.persistent'],
    how: () => ({
      request: (passing) => {
        delete passing.headers['auth-persistent'];
        return undefined;
      },
    }),
  },
  {
    id: 'persistent-for-ever',
    spoils: 'a persistent session never expires',
    caughtBy: ['session.two-years'],
    with: ['--slow'],
    how: judgingSessions(({ persistent }) => (persistent ? true : undefined)),
  },
  {
    id: 'persistent-at-any-word',
    spoils: 'any value of auth-persistent makes a session persistent',
    caughtBy: ['session.persistent-only-true'],
    how: () => ({
      request: ({ headers }) => {
        if ('auth-persistent' in headers) headers['auth-persistent'] = 'true';
        return undefined;
      },
    }),
  },
  {
    id: 'logout-wants-a-session',
    spoils: 'logout with credential headers is refused',
    caughtBy: ['session.logout-credentials'],
    how: () => ({
      request: (passing) =>
        isCall(passing, 'logout') && passing.headers['x-service-sid'] === undefined ? refused(400, 106) : undefined,
    }),
  },
  {
    id: 'logout-of-the-wire',
    spoils: 'logout over Socket.io is answered with true and ends no session',
    caughtBy: ['session.logout-over-socket'],
    how: () => ({ ahead: (name) => (name === 'logout' ? true : undefined) }),
  },
  {
    id: 'refused-with-session',
    spoils: 'a refused login brings a session all the same',
    caughtBy: ['login.refused-no-session'],
    how: () => ({
      http: (returning, passing) => {
        if (isCall(passing, 'auth') && codeIn(returning) === 110)
          returning.body = returning.body.replace('{', '{"sessionID":"all-the-same",');
      },
    }),
  },
  {
    id: 'expired-110',
    spoils: 'an expired session is error 110',
    caughtBy: ['session.expired-106'],
    how: judgingSessions(({ persistent, used }, now) => (!persistent && now - used > DAY_S ? false : undefined), 110),
  },
];
