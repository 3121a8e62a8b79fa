import { codeOf } from '../trials/caller.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const PERSISTENT = { 'auth-persistent': 'true' };

/** How long sessions live. */
export const SESSION_TIMES: readonly Check[] = [
  {
    id: 'sessions.day',
    title: 'a session lives 24 hours from its last use, a persistent one longer',
    proves: [
      ...['session.day', 'session.within-day', 'session.extended', 'session.persistent', 'session.expired-106'],
      ...['session.persistent-only-true', 'connection.query-expired'],
    ],
    needs: ['hours'],
    minutes: 25 * 60,
    async run(t) {
      await t.keepTime();
      const [idle, used] = [await t.session(), await t.session()];
      const persistent = await t.session(t.user, PERSISTENT);
      const fleeting = await t.session(t.user, { 'auth-persistent': 'false' });
      await t.pass(DAY_S - HOUR_S);
      const within = await alive(t, used);
      t.expect('session.within-day', within.status === 200, `after 23 hours: ${within.text}`);
      await t.pass(2 * HOUR_S);
      const extended = await alive(t, used);
      t.expect('session.extended', extended.status === 200, `25 hours old, used 2 hours ago: ${extended.text}`);
      const expired = await alive(t, idle);
      t.expect('session.day', expired.status !== 200, `unused for 25 hours: status ${expired.status}`);
      t.expect('session.expired-106', expired.status === 401 && codeOf(expired.body) === 106, expired.text);
      const gone = await alive(t, fleeting);
      t.expect('session.persistent-only-true', gone.status !== 200, `auth-persistent: false, 25 hours: ${gone.text}`);
      for (const generation of [4, 2] as const) {
        const wire = await t.wire(generation, { session: idle });
        const told = await wire.next('stateChange', { part: 'app' });
        t.expect(
          'connection.query-expired',
          told.heard,
          `socket${generation}: ${told.heard ? 'told' : 'not told'} to log in`,
        );
      }
      const kept = await alive(t, persistent);
      t.expect('session.persistent', kept.status === 200, `persistent, unused for 25 hours: ${kept.text}`);
    },
  },
  {
    id: 'sessions.two-years',
    title: 'a persistent session that is not used for two years has expired',
    proves: ['session.two-years'],
    needs: ['driven-clock', 'slow'],
    async run(t) {
      await t.keepTime();
      const [idle, used] = [await t.session(t.user, PERSISTENT), await t.session(t.user, PERSISTENT)];
      for (let month = 0; month < 23; month += 1) await t.pass(30 * DAY_S);
      const within = await alive(t, used);
      await t.pass(60 * DAY_S);
      const expired = await alive(t, idle);
      const says = `690 days: status ${within.status}; 750 days: status ${expired.status}`;
      t.expect('session.two-years', within.status === 200 && codeOf(expired.body) === 106, says);
    },
  },
];

const alive = (t: Trial, session: string) => t.http.call('getVersion', { session });
