import type { HttpAnswer } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';

const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${brief(text)}`;

/** Who gets into the endpoint for assistants, and who does not. */
export const MCP_DOORS: readonly Check[] = [
  {
    id: 'mcp.tokens',
    title: 'without a valid token nobody gets in, on no request',
    proves: [
      ...['mcp.token-missing-401', 'mcp.token-missing-text', 'mcp.token-unknown-401', 'mcp.token-unknown-text'],
      ...['mcp.token-each-request', 'mcp.user-login-refused', 'mcp.no-session-400', 'mcp.session-refused'],
      ...['mcp.token-every-method', 'mcp.no-session-every-method', 'mcp.token-scheme-401'],
    ],
    needs: ['mcp'],
    async run(t) {
      const mcp = t.mcp();
      const missing = await mcp.initialize({ token: null });
      t.expect('mcp.token-missing-401', missing.status === 401, shown(missing));
      t.expect(
        'mcp.token-missing-text',
        missing.text.includes('Missing or invalid Authorization header'),
        shown(missing),
      );
      const unknown = await mcp.initialize({ token: 'no-such-token' });
      t.expect('mcp.token-unknown-401', unknown.status === 401, shown(unknown));
      t.expect('mcp.token-unknown-text', unknown.text.includes('Invalid token'), shown(unknown));
      const login = { 'auth-username': t.user.username, 'auth-password': t.user.password };
      const byPassword = await mcp.initialize({ token: null, headers: login });
      t.expect('mcp.user-login-refused', byPassword.status === 401, shown(byPassword));
      const session = { 'x-service-sid': await t.session() };
      const bySession = await mcp.initialize({ token: null, headers: session });
      t.expect('mcp.session-refused', bySession.status === 401, shown(bySession));
      const basic = await mcp.initialize({
        token: null,
        headers: { authorization: `Basic ${t.around.target.mcpToken}` },
      });
      t.expect('mcp.token-scheme-401', basic.status === 401, shown(basic));
      await mcp.open();
      for (const method of ['GET', 'DELETE']) {
        const unknown = mcp.headers({ token: 'no-such-token' });
        const strange = await asked(t, method, unknown);
        t.expect('mcp.token-every-method', strange.status === 401, `${method}, an unknown token: ${shown(strange)}`);
        const homeless = mcp.headers({ session: 'no-such-session' });
        const outside = await asked(t, method, homeless);
        t.expect('mcp.no-session-every-method', outside.status === 400, `${method}: ${shown(outside)}`);
      }
      const later = await mcp.request('tools/list', {}, { token: null });
      t.expect('mcp.token-each-request', later.status === 401, shown(later));
      for (const session of [null, 'no-such-session']) {
        const outside = await mcp.request('tools/list', {}, { session });
        t.expect('mcp.no-session-400', outside.status === 400, `session ${session}: ${shown(outside)}`);
      }
    },
  },
  {
    id: 'mcp.disabled-token',
    title: 'a token that was made works, and does not once it is disabled or removed',
    proves: [
      ...['mcp.token-disabled-401', 'mcp.token-disabled-text', 'mcp.token-disabled-session', 'mcp.token-removed-401'],
    ],
    needs: ['mcp', 'tokens'],
    async run(t) {
      const made = await t.http.call('addMCPToken', t.user, { name: t.name('token') });
      const [id, token] = [field(made.body, 'id'), String(field(made.body, 'token'))];
      if (id !== undefined) t.after(() => t.http.call('removeMCPToken', t.user, { id }));
      const mcp = t.mcp();
      const good = await mcp.initialize({ token });
      // What these calls take and answer is not shown.
      if (good.status !== 200) throw new Missing(`no token was made that opens the endpoint: ${shown(made)}`);
      const session = good.headers['mcp-session-id'] ?? null;
      const off = await t.http.call('setMCPToken', t.user, { id, enabled: false });
      if (off.status !== 200) throw new Missing(`the token could not be disabled: ${shown(off)}`);
      const disabled = await mcp.initialize({ token });
      t.expect('mcp.token-disabled-401', disabled.status === 401, shown(disabled));
      t.expect('mcp.token-disabled-text', disabled.text.includes('Invalid token'), shown(disabled));
      const inside = await mcp.request('tools/list', {}, { token, session });
      t.expect('mcp.token-disabled-session', inside.status === 401, `in an open session: ${shown(inside)}`);
      const gone = await t.http.call('removeMCPToken', t.user, { id });
      if (gone.status !== 200) throw new Missing(`the token could not be removed: ${shown(gone)}`);
      const removed = await mcp.initialize({ token });
      t.expect('mcp.token-removed-401', removed.status === 401, shown(removed));
    },
  },
  {
    id: 'mcp.skill',
    title: 'while the MCP skill is off, the endpoint is not there',
    proves: ['mcp.skill-off-404', 'mcp.skill-off-every-method'],
    needs: ['mcp', 'skills'],
    async run(t) {
      const off = await t.http.call('setSkill', t.user, { id: 'mcp', enabled: false });
      if (off.status !== 200) {
        return t.unable(
          ['mcp.skill-off-404', 'mcp.skill-off-every-method'],
          `the skill could not be switched off: ${shown(off)}`,
        );
      }
      t.after(() => t.http.call('setSkill', t.user, { id: 'mcp', enabled: true }));
      const answer = await t.mcp().initialize();
      t.expect('mcp.skill-off-404', answer.status === 404, shown(answer));
      const headers = t.mcp().headers({ session: 'no-such-session' });
      for (const method of ['GET', 'DELETE']) {
        const other = await asked(t, method, headers);
        t.expect('mcp.skill-off-every-method', other.status === 404, `${method}: ${shown(other)}`);
      }
    },
  },
];

/** A request without a message; a stream that opens has no end. */
const asked = (t: Trial, method: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> =>
  method === 'GET' ? t.http.head('/mcp', headers) : t.http.send({ method, path: '/mcp', headers });
