import { throughBridge } from '../clients/bridge-client.ts';
import { field } from '../clients/json.ts';
import { entriesOf, toolJson } from '../clients/mcp-client.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Check } from './check.ts';
import { someValue } from './http-requests.ts';

/** The bridge from outside, with the controller behind it. */
export const BRIDGE: readonly Check[] = [
  {
    id: 'bridge.assistant',
    title: 'an assistant behind the bridge has the tools of the controller',
    proves: [
      ...[
        'bridge.stdio',
        'bridge.passes-tools',
        'bridge.passes-calls',
        'bridge.passes-resources',
        'bridge.passes-prompts',
      ],
    ],
    needs: ['mcp', 'bridge'],
    async run(t) {
      const { base, bridge, mcpToken, fingerprint } = t.around.target;
      const { cid } = someValue(t);
      const mcp = t.mcp();
      await mcp.open();
      const direct = entriesOf(await mcp.request('tools/list'), 'tools').map(({ name }) => String(name));
      const component = toolJson(await mcp.tool('component_get_by_id', { cid }));
      const address = new URL('/mcp', base).href;
      const controller = { address, token: mcpToken ?? '', ...(fingerprint === null ? {} : { fingerprint }) };
      const seen = await throughBridge(t.tape, bridge ?? '', controller, cid);
      t.expect('bridge.stdio', seen.server !== '', seen.failed ?? `it is called ${seen.server}`);
      if (seen.server === '') throw new Missing(seen.failed ?? 'the bridge has no name');
      for (const [id, list, key, passed] of [
        ['bridge.passes-resources', 'resources', 'uri', seen.resources],
        ['bridge.passes-prompts', 'prompts', 'name', seen.prompts],
      ] as const) {
        const own = entriesOf(await mcp.request(`${list}/list`), list).map((entry) => String(entry[key]));
        const lost = own.filter((each) => !passed.includes(each));
        t.expect(id, own.length > 0 && lost.length === 0, `missing: ${brief(lost)}`);
      }
      const missing = direct.filter((name) => !seen.tools.includes(name));
      t.expect('bridge.passes-tools', direct.length > 0 && missing.length === 0, `missing: ${brief(missing)}`);
      const told = seen.component.includes(`"${cid}"`) && field(component, 'cid') === cid;
      t.expect('bridge.passes-calls', told, brief(seen.component));
    },
  },
];
