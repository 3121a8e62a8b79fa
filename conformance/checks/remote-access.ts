import type { HttpAnswer } from '../clients/http-client.ts';
import { field, same } from '../clients/json.ts';
import { codeOf } from '../trials/caller.ts';
import type { Check } from './check.ts';
import { steady } from './paths-alike.ts';

const WRONG = 'certainly-not-this-one';
const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${text.slice(0, 160)}`;

/** The path from outside. */
export const REMOTE_ACCESS: readonly Check[] = [
  {
    id: 'remote.doors',
    title: 'only who has a token and the permission gets in from outside',
    proves: [
      ...['remote.token-needed', 'remote.token-wrong', 'remote.permission-137', 'remote.login', 'remote.same-answers'],
      ...['remote.no-token-issued', 'mcp.remote-511'],
    ],
    needs: ['remote', 'users'],
    async run(t) {
      const [guest, resident] = [await t.lodger({ remoteAccess: true }), await t.lodger()];
      const without = await t.remote(null).call('auth', guest.login);
      t.expect('remote.token-needed', without.status === 401, shown(without));
      const wrong = await t.remote('no-such-token').call('auth', guest.login);
      t.expect('remote.token-wrong', wrong.status === 401, shown(wrong));
      const barred = await t.remote().call('auth', resident.login);
      t.expect('remote.permission-137', codeOf(barred.body) === 137, shown(barred));
      const inside = await t.remote().call('auth', guest.login);
      t.expect('remote.login', typeof field(inside.body, 'sessionID') === 'string', shown(inside));
      const near = await t.http.call('getScenes', guest.login);
      const far = await t.remote().call('getScenes', guest.login);
      t.expect(
        'remote.same-answers',
        far.status === 200 && same(steady(t, near.body), steady(t, far.body)),
        shown(far),
      );
      const mcp = await t.mcp(t.remote()).initialize();
      t.expect('mcp.remote-511', mcp.status === 511, shown(mcp));
      const admin = await t.lodger({ remoteAccess: true, group: 'admin' });
      const issued = await t.remote().call('addRemoteToken', admin.login, { name: t.name('token') });
      const id = field(issued.body, 'id');
      if (id !== undefined) await t.http.call('removeRemoteToken', t.user, { id });
      t.expect('remote.no-token-issued', field(issued.body, 'token') === undefined, `status ${issued.status}`);
    },
  },
  {
    id: 'remote.lockout',
    title: 'from outside, failures are counted by user name only',
    proves: ['remote.lockout-per-user'],
    needs: ['remote', 'users', 'locks-out', 'waits'],
    async run(t) {
      const [guessed, other] = [await t.lodger({ remoteAccess: true }), await t.lodger({ remoteAccess: true })];
      for (let count = 0; count < 7; count += 1) await t.remote().call('auth', { ...guessed.login, password: WRONG });
      let blocked = await t.remote().call('auth', { ...guessed.login, password: WRONG });
      // A busy machine may let a short block pass; the failure makes the next one longer.
      for (let round = 1; round < 4 && codeOf(blocked.body) !== 109; round += 1) {
        blocked = await t.remote().call('auth', { ...guessed.login, password: WRONG });
      }
      const free = await t.remote().call('auth', other.login);
      const holds = codeOf(blocked.body) === 109 && free.status === 200;
      t.expect('remote.lockout-per-user', holds, `the guessed one: ${shown(blocked)}; another: ${shown(free)}`);
    },
  },
];
