import type { HttpAnswer } from '../clients/http-client.ts';
import { type Fields, field, isFields, same } from '../clients/json.ts';
import { entriesOf, messageOf, resultOf, toolJson } from '../clients/mcp-client.ts';
import { entryOf } from '../discovery/lamps.ts';
import { brief } from '../trials/caller.ts';
import { Missing } from '../trials/paths.ts';
import type { Check } from './check.ts';

const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${brief(text)}`;
const TOPICS = ['component', 'scene', 'room', 'zone', 'automation', 'skill'];
const URIS = ['service://components/all', 'service://scenes/all', 'service://rooms/all'];

/** How tools that change something are called. */
const CHANGES = /_(?:set|add|create|update|change|delete|remove|execute|run|enable|disable)$/;
/** What no tool may do; restoring a scene or a remote control of a television is something else. */
const RESERVED = /backup_?\w*restore|restore_?\w*backup|factory|port_?forward|remote_?access/i;

/** The endpoint for assistants, once one is in. */
export const MCP_ENDPOINT: readonly Check[] = [
  {
    id: 'mcp.session',
    title: 'a session is opened, confirmed, used and closed',
    proves: [
      ...['mcp.initialize', 'mcp.session-id', 'mcp.instructions', 'mcp.initialized', 'mcp.event-stream'],
      ...['mcp.message-lines', 'mcp.json-rpc', 'mcp.protocol-version', 'mcp.capabilities', 'mcp.completions'],
      ...['mcp.server-name', 'mcp.delete', 'mcp.id-as-text', 'mcp.later-event-stream'],
    ],
    needs: ['mcp'],
    async run(t) {
      const mcp = t.mcp();
      const opened = await mcp.open();
      const result = resultOf(opened);
      if (!t.expect('mcp.initialize', isFields(result), shown(opened))) return;
      t.expect(
        'mcp.session-id',
        (opened.headers['mcp-session-id'] ?? '') !== '',
        Object.keys(opened.headers).join(', '),
      );
      const instructions = field(result, 'instructions');
      t.expect('mcp.instructions', typeof instructions === 'string' && instructions.length > 40, brief(instructions));
      t.expect('mcp.event-stream', /^text\/event-stream/.test(opened.headers['content-type'] ?? ''), shown(opened));
      t.expect(
        'mcp.message-lines',
        /^event: message$/m.test(opened.text) && /^data: \{/m.test(opened.text),
        shown(opened),
      );
      const message = messageOf(opened);
      const framed = field(message, 'jsonrpc') === '2.0' && field(message, 'id') === mcp.lastId;
      t.expect('mcp.json-rpc', framed, brief(message));
      t.expect('mcp.protocol-version', typeof field(result, 'protocolVersion') === 'string', brief(result));
      const capabilities = field(result, 'capabilities');
      const offered = ['tools', 'resources', 'prompts'].every(
        (name) => field(field(capabilities, name), 'listChanged') === true,
      );
      t.expect('mcp.capabilities', offered, brief(capabilities));
      t.expect('mcp.completions', same(field(capabilities, 'completions'), {}), brief(capabilities));
      t.expect(
        'mcp.server-name',
        field(field(result, 'serverInfo'), 'name') === 'service-mcp',
        brief(field(result, 'serverInfo')),
      );
      const confirmed = await mcp.notify('notifications/initialized');
      t.expect('mcp.initialized', confirmed.status >= 200 && confirmed.status < 300, shown(confirmed));
      const before = await mcp.request('tools/list');
      const type = before.headers['content-type'] ?? '';
      t.expect('mcp.later-event-stream', /^text\/event-stream/.test(type), `tools/list: ${type}`);
      const named = await mcp.requestAs('a-text', 'prompts/list');
      t.expect('mcp.id-as-text', field(messageOf(named), 'id') === 'a-text', shown(named));
      const closed = await mcp.remove();
      const after = await mcp.request('tools/list');
      const ends = before.status === 200 && closed.status < 300 && after.status >= 400;
      t.expect('mcp.delete', ends, `before ${before.status}, DELETE ${closed.status}, after ${after.status}`);
    },
  },
  {
    id: 'mcp.sessions',
    title: 'sessions are apart from one another',
    proves: ['mcp.sessions-apart'],
    needs: ['mcp'],
    async run(t) {
      const [one, other] = [t.mcp(), t.mcp()];
      const ids = [await one.open(), await other.open()].map(({ headers }) => headers['mcp-session-id']);
      await one.remove();
      const alive = await other.request('tools/list');
      const apart = ids[0] !== ids[1] && alive.status === 200;
      t.expect('mcp.sessions-apart', apart, `after one of two was closed: status ${alive.status}`);
    },
  },
  {
    id: 'mcp.https',
    title: 'the endpoint is there over HTTPS as well',
    proves: ['mcp.over-https'],
    needs: ['mcp', 'https', 'trusted'],
    async run(t) {
      const mcp = t.mcp(t.https);
      const opened = await mcp.open();
      const tools = entriesOf(await mcp.request('tools/list'), 'tools');
      t.expect('mcp.over-https', tools.length > 0, `${shown(opened)}; ${tools.length} tools`);
    },
  },
  {
    id: 'mcp.lists',
    title: 'tools, resources and prompts are there, and tell what they do',
    proves: [
      ...['mcp.tools-list', 'mcp.tools-cover', 'mcp.read-only-hint', 'mcp.resources', 'mcp.prompts'],
      ...['mcp.users-read-only', 'mcp.reserved', 'mcp.changing-not-hinted', 'mcp.resource-read'],
    ],
    needs: ['mcp'],
    async run(t) {
      const mcp = t.mcp();
      await mcp.open();
      const tools = entriesOf(await mcp.request('tools/list'), 'tools');
      const names = tools.map(({ name }) => String(name));
      t.expect('mcp.tools-list', tools.length > 0 && names.every((name) => name !== ''), `${tools.length} tools`);
      const missing = TOPICS.filter((topic) => !names.some((name) => name.toLowerCase().includes(topic)));
      t.expect(
        'mcp.tools-cover',
        missing.length === 0,
        `none about ${missing.join(', ')}; there are ${names.join(', ')}`,
      );
      const readers = tools.filter(({ name }) => /(?:^|_)(?:get|list|read)(?:_|$)/.test(String(name)));
      const unmarked = readers.filter(({ annotations }) => field(annotations, 'readOnlyHint') !== true);
      t.expect(
        'mcp.read-only-hint',
        readers.length > 0 && unmarked.length === 0,
        `of ${readers.length}: ${brief(unmarked.map(({ name }) => name))}`,
      );
      const hinted = tools.filter(
        ({ name, annotations }) => CHANGES.test(String(name)) && field(annotations, 'readOnlyHint') === true,
      );
      t.expect('mcp.changing-not-hinted', hinted.length === 0, brief(hinted.map(({ name }) => name)));
      const changing = tools.filter(
        ({ name, annotations }) =>
          /(?:^|_)users?(?:_|$)/.test(String(name)) &&
          (CHANGES.test(String(name)) || field(annotations, 'readOnlyHint') === false),
      );
      t.expect('mcp.users-read-only', changing.length === 0, brief(changing.map(({ name }) => name)));
      const reserved = names.filter((name) => RESERVED.test(name));
      t.expect('mcp.reserved', reserved.length === 0, brief(reserved));
      const uris = entriesOf(await mcp.request('resources/list'), 'resources').map(({ uri }) => String(uri));
      t.expect(
        'mcp.resources',
        URIS.every((uri) => uris.includes(uri)),
        uris.join(', '),
      );
      const read = await mcp.request('resources/read', { uri: URIS[0] ?? '' });
      const unread = t.house.components.filter(
        ({ cid }) => !new RegExp(`\\b${cid}\\b`).test(JSON.stringify(resultOf(read) ?? null)),
      );
      t.expect('mcp.resource-read', unread.length === 0, `not in ${URIS[0]}: ${brief(unread.map(({ cid }) => cid))}`);
      const prompts = entriesOf(await mcp.request('prompts/list'), 'prompts');
      t.expect('mcp.prompts', prompts.length > 0, `${prompts.length} prompts`);
    },
  },
  {
    id: 'mcp.component',
    title: 'a tool tells of a component what the API tells',
    proves: ['mcp.component-by-id', 'mcp.tool-result', 'mcp.same-values', 'mcp.token-is-admin'],
    needs: ['mcp', 'switches'],
    async run(t) {
      const lamp = await t.lamp();
      const mcp = t.mcp();
      await mcp.open();
      const answer = await mcp.tool('component_get_by_id', { cid: lamp.cid });
      const content = entriesOf(answer, 'content');
      const told = toolJson(answer);
      t.expect('mcp.tool-result', content.length === 1 && content[0]?.type === 'text' && told !== null, shown(answer));
      t.expect('mcp.component-by-id', JSON.stringify(told ?? null).includes(`"${lamp.cid}"`), brief(told));
      const unseen: string[] = [];
      for (const { cid } of t.house.components.slice(0, 5)) {
        const one = toolJson(await mcp.tool('component_get_by_id', { cid: String(cid) }));
        if (!JSON.stringify(one ?? null).includes(`"${cid}"`)) unseen.push(String(cid));
      }
      t.expect('mcp.token-is-admin', unseen.length === 0, `not told of ${brief(unseen)}`);
      let says = '';
      const alike = await t.inTries(async () => {
        const record = recordIn(toolJson(await mcp.tool('component_get_by_id', { cid: lamp.cid })), lamp.cid);
        const entry = entryOf(record, 'state');
        const state = await t.stateOf(lamp);
        says = `tool: ${brief(entry)}, API: ${brief(state)}`;
        if (entry === undefined) throw new Missing(`what the tool tells has no entry of a state: ${brief(told)}`);
        return entry.value === state;
      });
      t.expect('mcp.same-values', alike, says);
    },
  },
];

/** The record of a component in what a tool told, however it is wrapped. */
const recordIn = (told: unknown, cid: string): Fields | undefined => {
  if (Array.isArray(told)) return told.map((each) => recordIn(each, cid)).find((each) => each !== undefined);
  if (!isFields(told)) return undefined;
  return told.cid === cid && Array.isArray(told.data) ? told : recordIn(Object.values(told), cid);
};
