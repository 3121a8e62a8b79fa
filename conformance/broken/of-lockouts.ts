import { field } from '../clients/json.ts';
import type { Faulty, Passing, Returning, Spoiling } from './faulty.ts';
import { codeIn, fieldIn, isCall, ok, refused, replace, userOf } from './helpers.ts';

const BLOCKED = (seconds: number): Returning => refused(401, 109, { retryAfter: seconds });
const LET_IN = ok({ sessionID: 'let-in', userID: 1 });

/** Changes how long a block is said to last. */
const lasting = (change: (seconds: number) => number) => (): Spoiling => ({
  call: (_, answer) =>
    field(answer, 'errorCode') === 109
      ? { ...(answer as object), retryAfter: change(Number(field(answer, 'retryAfter'))) }
      : answer,
});

/** Looks at every login over HTTP, with how often this user name has failed up to now; a success leaves the count. */
const counting =
  (judge: (returning: Returning, failures: number, passing: Passing, failing: Map<string, number>) => void) =>
  (): Spoiling => {
    const failing = new Map<string, number>();
    return {
      http: (returning, passing) => {
        if (!isCall(passing, 'auth')) return;
        const user = userOf(passing);
        if (codeIn(returning) === 110) failing.set(user, (failing.get(user) ?? 0) + 1);
        judge(returning, failing.get(user) ?? 0, passing, failing);
      },
    };
  };

/** Controllers that go wrong with whoever guesses. */
export const OF_LOCKOUTS: readonly Faulty[] = [
  {
    id: 'lockout-after-three',
    spoils: 'the fourth failure blocks',
    caughtBy: ['lockout.five-free'],
    how: counting((returning, failures, passing, failing) => {
      if (failures < 4) return;
      if (returning.status === 200) failing.delete(userOf(passing));
      replace(returning, BLOCKED(1));
    }),
  },
  {
    id: 'third-failure-free',
    spoils: 'every third failure is not counted',
    caughtBy: ['lockout.sixth-failure'],
    how: () => {
      let guesses = 0;
      return {
        request: (passing) => {
          const guess = isCall(passing, 'auth') && passing.headers['auth-password'] === 'certainly-not-this-one';
          if (!guess) return undefined;
          guesses += 1;
          return guesses % 3 === 0 ? refused(401, 110) : undefined;
        },
      };
    },
  },
  {
    id: 'right-password-opens',
    spoils: 'the right password is accepted while its user is blocked',
    caughtBy: ['lockout.right-password-blocked'],
    how: () => {
      const passwords = new Map<unknown, unknown>();
      return {
        http: (returning, passing) => {
          if (isCall(passing, 'addUser')) passwords.set(fieldIn(passing, 'username'), fieldIn(passing, 'password'));
          const right = passwords.get(userOf(passing)) === passing.headers['auth-password'];
          if (codeIn(returning) === 109 && right) replace(returning, LET_IN);
        },
      };
    },
  },
  {
    id: 'first-block-long',
    spoils: 'the first block lasts five seconds',
    caughtBy: ['lockout.one-second'],
    how: lasting((seconds) => (seconds === 1 ? 5 : seconds)),
  },
  {
    id: 'block-always-one-second',
    spoils: 'every block lasts one second',
    caughtBy: ['lockout.doubling'],
    how: lasting(() => 1),
  },
  {
    id: 'block-without-end',
    spoils: 'blocks double for ever',
    caughtBy: ['lockout.at-most-15-minutes'],
    how: lasting((seconds) => (seconds > 890 ? 1_024 : seconds)),
  },
  {
    id: 'retry-after-fixed',
    spoils: 'retryAfter tells how long the block was when it began',
    caughtBy: ['lockout.runs-down'],
    how: () => {
      const told = new Map<string | null, number>();
      return {
        call: ({ user }, answer) => {
          const code = field(answer, 'errorCode');
          if (code === 110) told.delete(user);
          if (code !== 109) return answer;
          const retryAfter = told.get(user) ?? Number(field(answer, 'retryAfter'));
          told.set(user, retryAfter);
          return { ...(answer as object), retryAfter };
        },
      };
    },
  },
  {
    id: 'retry-after-short',
    spoils: 'retryAfter tells two seconds less than the block lasts',
    caughtBy: ['lockout.retry-after-honest'],
    how: lasting((seconds) => Math.max(1, seconds - 2)),
  },
  {
    id: 'blocks-short',
    spoils: 'no block lasts longer than two seconds',
    caughtBy: ['lockout.lasts'],
    how: () => {
      const since = new Map<string, number>();
      return {
        http: (returning, passing) => {
          const user = userOf(passing);
          if (codeIn(returning) === 110) since.set(user, performance.now());
          if (codeIn(returning) === 109 && performance.now() - (since.get(user) ?? 0) > 2_000)
            replace(returning, LET_IN);
        },
      };
    },
  },
  {
    id: 'only-auth-counts',
    spoils: 'wrong credential headers of other calls than auth are not counted',
    caughtBy: ['lockout.any-call-counted'],
    how: () => ({
      request: (passing) =>
        passing.headers['auth-password'] === 'certainly-not-this-one' && !isCall(passing, 'auth')
          ? refused(401, 110)
          : undefined,
    }),
  },
  {
    id: 'only-auth-blocked',
    spoils: 'while blocked, other calls than auth are answered',
    caughtBy: ['lockout.any-call-blocked'],
    how: () => ({
      http: (returning, passing) => {
        if (codeIn(returning) === 109 && isCall(passing, 'getVersion')) replace(returning, LET_IN);
      },
    }),
  },
  {
    id: 'sockets-let-in',
    spoils: 'while blocked, the right password is accepted over Socket.io',
    caughtBy: ['lockout.right-password-sockets'],
    how: () => ({
      call: ({ name, path, parameters }, answer) =>
        name === 'auth' &&
        path !== 'http' &&
        field(answer, 'errorCode') === 109 &&
        field(parameters, 'password') !== 'certainly-not-this-one'
          ? { sessionID: null }
          : answer,
    }),
  },
  {
    id: 'block-stays',
    spoils: 'who was blocked once stays blocked',
    caughtBy: ['lockout.ends'],
    how: () => {
      const blocked = new Set<string>();
      return {
        http: (returning, passing) => {
          if (!isCall(passing, 'auth')) return;
          if (codeIn(returning) === 109) blocked.add(userOf(passing));
          else if (blocked.has(userOf(passing))) replace(returning, BLOCKED(1));
        },
      };
    },
  },
  {
    id: 'success-forgives-nothing',
    spoils: 'failures are counted on after a successful login',
    caughtBy: ['lockout.reset-by-login'],
    how: counting((returning, failures) => {
      if (returning.status === 200 && failures === 6) replace(returning, BLOCKED(1));
    }),
  },
  {
    id: 'time-forgives-nothing',
    spoils: 'failures are counted on however long ago they were',
    caughtBy: ['lockout.reset-by-time'],
    how: counting((returning, failures) => {
      if (returning.status === 200 && failures > 10) replace(returning, BLOCKED(900));
    }),
  },
  {
    id: 'any-name',
    spoils: 'failures are not counted by address across user names',
    caughtBy: ['lockout.per-source'],
    how: counting((returning, failures) => {
      if (codeIn(returning) === 109 && failures < 4) replace(returning, refused(401, 110));
    }),
  },
  {
    id: 'one-blocks-all',
    spoils: 'while one user is blocked, all are',
    caughtBy: ['lockout.other-users'],
    how: () => {
      let blocked = false;
      return {
        http: (returning, passing) => {
          if (!isCall(passing, 'auth')) return;
          blocked ||= codeIn(returning) === 109;
          if (blocked && returning.status === 200) replace(returning, BLOCKED(1));
        },
      };
    },
  },
  {
    id: 'sockets-not-counted',
    spoils: 'failures over Socket.io are not counted',
    caughtBy: ['lockout.across-paths'],
    how: () => ({
      ahead: (name, given) =>
        name === 'auth' && field(given, 'password') === 'certainly-not-this-one'
          ? { errorCode: 110, errorText: 'Wrong' }
          : undefined,
    }),
  },
  {
    id: 'block-ends-sessions',
    spoils: 'an open session does not work while its user is blocked',
    caughtBy: ['lockout.sessions-live'],
    how: () => {
      let blocked = false;
      return {
        http: (returning, passing) => {
          blocked ||= codeIn(returning) === 109;
          if (blocked && 'x-service-sid' in passing.headers) replace(returning, BLOCKED(1));
        },
      };
    },
  },
];
