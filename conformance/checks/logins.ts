import { field } from '../clients/json.ts';
import { brief, codeOf } from '../trials/caller.ts';
import type { Check } from './check.ts';

/** Statuses of a call that was refused for want of credentials. */
const FAILED = [400, 401];
const WRONG = 'certainly-not-this-one';

/** How one gets in over HTTP, and how one does not. */
export const LOGINS: readonly Check[] = [
  {
    id: 'login.sessions',
    title: 'a login over HTTP opens a session that can be used and ended',
    proves: [
      ...['session.auth', 'session.answer', 'session.header', 'session.query', 'session.same-user'],
      ...['session.new-each-time', 'session.ended-at-once', 'session.logout-others', 'login.unknown-session-106'],
      ...['status.login-failed-401', 'status.unknown-session-401'],
    ],
    needs: [],
    async run(t) {
      const opened = await t.http.call('auth', t.user);
      const again = await t.http.call('auth', t.user);
      const [session, userId] = [field(opened.body, 'sessionID'), field(opened.body, 'userID')];
      t.expect('session.auth', opened.status === 200, `status ${opened.status}, ${brief(opened.body)}`);
      const shaped = typeof session === 'string' && session !== '' && Number.isInteger(userId);
      t.expect('session.answer', shaped, `sessionID is a ${typeof session}, userID ${brief(userId)}`);
      t.expect(
        'session.same-user',
        userId === field(again.body, 'userID'),
        `${userId}, ${field(again.body, 'userID')}`,
      );
      t.expect(
        'session.new-each-time',
        session !== field(again.body, 'sessionID'),
        'the sessionIDs of two logins are compared',
      );
      const [one, other] = [String(session), String(field(again.body, 'sessionID'))];
      const byHeader = await t.http.call('getVersion', { session: one });
      t.expect('session.header', byHeader.status === 200, `status ${byHeader.status}, ${brief(byHeader.body)}`);
      const path = `/api/v1/getVersion?x-service-sid=${encodeURIComponent(one)}`;
      const byQuery = await t.http.send({ method: 'GET', path });
      t.expect('session.query', byQuery.status === 200, `status ${byQuery.status}, ${brief(byQuery.body)}`);
      await t.http.call('logout', { session: one });
      const after = await t.http.call('getVersion', { session: one });
      t.expect('session.ended-at-once', codeOf(after.body) === 106, `status ${after.status}, ${brief(after.body)}`);
      const survivor = await t.http.call('getVersion', { session: other });
      t.expect('session.logout-others', survivor.status === 200, `status ${survivor.status}, ${brief(survivor.body)}`);
      const unknown = await t.http.call('getVersion', { session: 'no-such-session' });
      t.expect('login.unknown-session-106', codeOf(unknown.body) === 106, brief(unknown.body));
      t.expect('status.unknown-session-401', unknown.status === 401, `status ${unknown.status}`);
      t.expect('status.login-failed-401', unknown.status === 401, `unknown session: status ${unknown.status}`);
    },
  },
  {
    id: 'login.refusals',
    title: 'missing, wrong and unknown credentials are told apart as the interface says',
    proves: [
      ...['login.missing-106', 'login.wrong-110', 'login.unknown-user-110', 'login.disabled-122'],
      ...['login.wrong-password-any-call', 'status.login-failed-401', 'http.credentials-each-time'],
      ...['login.refused-no-session', 'status.wrong-password-401'],
    ],
    needs: ['users', 'guesses'],
    async run(t) {
      const { login } = await t.lodger();
      const disabled = await t.lodger({ enabled: false });
      const attempts = [
        ['login.missing-106', 106, null],
        ['login.missing-106', 106, { username: login.username, password: '' }],
        ['login.wrong-110', 110, { username: login.username, password: WRONG }],
        ['login.unknown-user-110', 110, { username: t.name('nobody'), password: WRONG }],
        ['login.disabled-122', 122, disabled.login],
      ] as const;
      for (const [id, code, who] of attempts) {
        const answer = await t.http.call('auth', who, undefined, t.alias(1));
        await t.forgiven();
        t.expect(id, codeOf(answer.body) === code, `${brief(answer.body)} instead of error ${code}`);
        const opened = typeof field(answer.body, 'sessionID') === 'string' || 'x-service-sid' in answer.headers;
        t.expect('login.refused-no-session', !opened, `error ${code}: ${brief(answer.body)}`);
        const says = `error ${code}: status ${answer.status}`;
        // Whether a login without a name has failed, or is a call that was answered with an error, is not said.
        t.expect(
          'status.login-failed-401',
          FAILED.includes(answer.status) && (code === 106 || answer.status === 401),
          says,
        );
        if (code === 110) t.expect('status.wrong-password-401', answer.status === 401, says);
      }
      const { password } = login;
      const nameless = await t.http.call('auth', null, undefined, { headers: { 'auth-password': password } });
      t.expect('login.missing-106', codeOf(nameless.body) === 106, `without a name: ${brief(nameless.body)}`);
      const wrong = await t.http.call(
        'getVersion',
        { username: login.username, password: WRONG },
        undefined,
        t.alias(1),
      );
      const refused = wrong.status === 401 && codeOf(wrong.body) === 110;
      t.expect('login.wrong-password-any-call', refused, `status ${wrong.status}, ${brief(wrong.body)}`);
      const nobody = await t.http.call('getVersion', null);
      const unanswered = FAILED.includes(nobody.status) && codeOf(nobody.body) === 106;
      t.expect('http.credentials-each-time', unanswered, `status ${nobody.status}, ${brief(nobody.body)}`);
    },
  },
  {
    id: 'login.password-each-time',
    title: 'with credential headers the password is checked every time',
    proves: ['session.password-each-time'],
    needs: ['users', 'guesses'],
    async run(t) {
      const { login } = await t.lodger();
      const right = await t.http.call('getVersion', login);
      const wrong = await t.http.call('getVersion', { ...login, password: WRONG }, undefined, t.alias(1));
      const rightAgain = await t.http.call('getVersion', login);
      const told = `statuses ${[right, wrong, rightAgain].map(({ status }) => status)}`;
      const holds = right.status === 200 && codeOf(wrong.body) === 110 && rightAgain.status === 200;
      t.expect('session.password-each-time', holds, told);
    },
  },
  {
    id: 'login.over-sockets',
    title: 'a login over Socket.io is refused with the same errors',
    proves: ['login.missing-106', 'login.wrong-110', 'login.unknown-user-110', 'login.disabled-122'],
    needs: ['users', 'guesses'],
    async run(t) {
      const { login } = await t.lodger();
      const disabled = await t.lodger({ enabled: false });
      for (const generation of [4, 2] as const) {
        const wire = await t.wire(generation, t.alias(generation));
        await wire.next('stateChange');
        const attempts = [
          ['login.missing-106', 106, { username: login.username }],
          ['login.wrong-110', 110, { ...login, password: WRONG }],
          ['login.unknown-user-110', 110, { username: t.name('nobody'), password: WRONG }],
          ['login.disabled-122', 122, disabled.login],
        ] as const;
        for (const [id, code, payload] of attempts) {
          const got = await wire.call('auth', payload);
          await t.forgiven();
          const holds = got.answered && codeOf(got.answer) === code;
          t.expect(id, holds, `socket${generation}: ${got.answered ? brief(got.answer) : 'no answer'}`);
        }
      }
    },
  },
];
