import type { HttpAnswer } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import { brief } from '../trials/caller.ts';
import type { Check } from './check.ts';

const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${brief(text)}`;

/** Who gets into the endpoint for assistants, and who does not. */
export const MCP_DOORS: readonly Check[] = [
  {
    id: 'mcp.tokens',
    title: 'without a valid token nobody gets in, on no request',
    proves: [
      ...['mcp.token-missing-401', 'mcp.token-missing-text', 'mcp.token-unknown-401', 'mcp.token-unknown-text'],
      ...['mcp.token-each-request', 'mcp.user-login-refused', 'mcp.no-session-400'],
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
      await mcp.open();
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
    proves: ['mcp.token-disabled-401'],
    needs: ['mcp', 'tokens'],
    async run(t) {
      const made = await t.http.call('addMCPToken', t.user, { name: t.name('token') });
      const [id, token] = [field(made.body, 'id'), String(field(made.body, 'token'))];
      t.after(() => t.http.call('removeMCPToken', t.user, { id }));
      const mcp = t.mcp();
      const good = await mcp.initialize({ token });
      await t.http.call('setMCPToken', t.user, { id, enabled: false });
      const disabled = await mcp.initialize({ token });
      const holds = good.status === 200 && disabled.status === 401;
      t.expect('mcp.token-disabled-401', holds, `enabled: status ${good.status}; disabled: ${shown(disabled)}`);
    },
  },
  {
    id: 'mcp.skill',
    title: 'while the MCP skill is off, the endpoint is not there',
    proves: ['mcp.skill-off-404'],
    needs: ['mcp', 'skills'],
    async run(t) {
      const off = await t.http.call('setSkill', t.user, { id: 'mcp', enabled: false });
      if (off.status !== 200) {
        return t.unable(['mcp.skill-off-404'], `the skill could not be switched off: ${shown(off)}`);
      }
      t.after(() => t.http.call('setSkill', t.user, { id: 'mcp', enabled: true }));
      const answer = await t.mcp().initialize();
      t.expect('mcp.skill-off-404', answer.status === 404, shown(answer));
    },
  },
];
