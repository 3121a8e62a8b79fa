import type { HttpAnswer } from '../clients/http-client.ts';
import { field, same } from '../clients/json.ts';
import { brief, codeOf } from '../trials/caller.ts';
import type { Check } from './check.ts';
import { unusedId } from './http-form.ts';
import { compare, otherThan } from './languages.ts';
import { tooSlow } from './lockouts.ts';
import { steady } from './paths-alike.ts';
import { reached } from './reached.ts';

const WRONG = 'certainly-not-this-one';
const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${text.slice(0, 160)}`;

/** The path from outside. */
export const REMOTE_ACCESS: readonly Check[] = [
  {
    id: 'remote.doors',
    title: 'only who has a token and the permission gets in from outside',
    proves: [
      ...['remote.token-needed', 'remote.token-wrong', 'remote.permission-137', 'remote.login', 'remote.same-answers'],
      ...['remote.no-token-issued', 'remote.permission-any-call', 'errors.translated-137'],
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
      const called = await t.remote().call('getVersion', resident.login);
      t.expect('remote.permission-any-call', codeOf(called.body) === 137, shown(called));
      const language = await otherThan(t, await t.http.call('executeScene', t.user, { id: unusedId(t.house.scenes) }));
      if (language === null) t.unable(['errors.translated-137'], 'there is one language only');
      else {
        await compare(t, 137, language, (asked) =>
          t.remote().call('auth', resident.login, undefined, { headers: { 'accept-language': asked } }),
        );
      }
      const inside = await t.remote().call('auth', guest.login);
      t.expect('remote.login', typeof field(inside.body, 'sessionID') === 'string', shown(inside));
      const near = await t.http.call('getScenes', guest.login);
      const far = await t.remote().call('getScenes', guest.login);
      t.expect(
        'remote.same-answers',
        far.status === 200 && same(steady(t, near.body), steady(t, far.body)),
        shown(far),
      );
      const admin = await t.lodger({ remoteAccess: true, group: 'admin' });
      const issued = await t.remote().call('addRemoteToken', admin.login, { name: t.name('token') });
      const id = field(issued.body, 'id');
      if (id !== undefined) await t.http.call('removeRemoteToken', t.user, { id });
      t.expect('remote.no-token-issued', field(issued.body, 'token') === undefined, `status ${issued.status}`);
    },
  },
  {
    id: 'remote.sockets',
    title: 'from outside Socket.io keeps the same rules',
    proves: ['remote.socket', 'remote.socket-137'],
    needs: ['remote', 'users'],
    async run(t) {
      const [guest, resident] = [await t.lodger({ remoteAccess: true }), await t.lodger()];
      const over = { over: 'remote', remoteToken: t.around.target.remoteToken ?? '' } as const;
      const opened = await reached(() => t.readyWire(4, guest.login, over));
      if ('says' in opened) t.expect('remote.socket', false, opened.says);
      else {
        const version = await opened.wire.call('getVersion');
        const told = version.answered && codeOf(version.answer) === null;
        t.expect('remote.socket', told, version.answered ? brief(version.answer) : 'no answer');
      }
      const wire = await t.wire(4, over);
      await wire.next('stateChange');
      const barred = await wire.call('auth', resident.login);
      const code = barred.answered ? codeOf(barred.answer) : null;
      t.expect('remote.socket-137', code === 137, barred.answered ? brief(barred.answer) : 'no answer');
    },
  },
  {
    id: 'remote.assistants',
    title: 'from outside the endpoint for assistants is blocked, whatever is asked of it',
    proves: ['mcp.remote-511', 'mcp.remote-every-method'],
    needs: ['remote', 'mcp'],
    async run(t) {
      const mcp = t.mcp(t.remote());
      const initialize = await mcp.initialize();
      t.expect('mcp.remote-511', initialize.status === 511, shown(initialize));
      const list = await mcp.request('tools/list');
      t.expect('mcp.remote-every-method', list.status === 511, `POST tools/list: ${shown(list)}`);
      for (const method of ['GET', 'DELETE']) {
        const answer = await t.remote().send({ method, path: '/mcp', headers: mcp.headers({}) });
        t.expect('mcp.remote-every-method', answer.status === 511, `${method}: ${shown(answer)}`);
      }
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
      if (codeOf(blocked.body) !== 109) tooSlow(t);
      const free = await t.remote().call('auth', other.login);
      const holds = codeOf(blocked.body) === 109 && free.status === 200;
      t.expect('remote.lockout-per-user', holds, `the guessed one: ${shown(blocked)}; another: ${shown(free)}`);
    },
  },
];
