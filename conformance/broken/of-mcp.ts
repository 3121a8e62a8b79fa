import type { Json } from '../clients/json.ts';
import type { Faulty } from './faulty.ts';
import { refused, withFields } from './helpers.ts';
import { isMcp, listed, messages, posts, results, toolTexts } from './mcp-messages.ts';

/** Controllers whose endpoint for assistants goes wrong. */
export const OF_MCP: readonly Faulty[] = [
  {
    id: 'mcp-not-opened',
    spoils: 'initialize is answered with an error',
    caughtBy: ['mcp.initialize'],
    how: messages('initialize', ({ result: _, ...message }) => ({
      ...message,
      error: { code: -32603, message: 'no' },
    })),
  },
  {
    id: 'mcp-no-session-id',
    spoils: 'initialize tells no session',
    caughtBy: ['mcp.session-id'],
    how: posts((returning) => {
      delete returning.headers['mcp-session-id'];
    }),
  },
  {
    id: 'mcp-speechless',
    spoils: 'initialize brings no instructions',
    caughtBy: ['mcp.instructions'],
    how: results('initialize', ({ instructions: _, ...result }) => result),
  },
  {
    id: 'mcp-session-404',
    spoils: 'an unknown MCP session has status 404',
    caughtBy: ['mcp.no-session-400'],
    how: posts((returning, _, { headers }) => {
      if (returning.status === 400 && 'mcp-session-id' in headers) returning.status = 404;
    }),
  },
  {
    id: 'mcp-sessionless-200',
    spoils: 'tools are listed without a session',
    caughtBy: ['mcp.no-session-400'],
    how: posts((returning, method) => {
      if (returning.status === 400 && method === 'tools/list') returning.status = 200;
    }),
  },
  {
    id: 'mcp-not-confirmed',
    spoils: 'notifications/initialized is refused',
    caughtBy: ['mcp.initialized'],
    how: posts((returning, method) => {
      if (method === 'notifications/initialized') returning.status = 400;
    }),
  },
  {
    id: 'mcp-no-stream',
    spoils: 'there is no stream of notifications',
    caughtBy: ['mcp.get-stream'],
    how: () => ({ request: (passing) => (isMcp(passing) && passing.method === 'GET' ? refused(405, 117) : undefined) }),
  },
  {
    id: 'mcp-undying',
    spoils: 'DELETE does not close the session',
    caughtBy: ['mcp.delete'],
    how: () => ({
      request: (passing) =>
        isMcp(passing) && passing.method === 'DELETE' ? { status: 200, headers: {}, body: '' } : undefined,
    }),
  },
  {
    id: 'mcp-without-event',
    spoils: 'answers have no line "event: message"',
    caughtBy: ['mcp.message-lines'],
    how: posts((returning) => {
      returning.body = returning.body.replace(/^event: message\r?\n/m, '');
    }),
  },
  {
    id: 'mcp-other-ids',
    spoils: 'answers do not have the id of their request',
    caughtBy: ['mcp.json-rpc'],
    how: messages('initialize', (message) => ({ ...message, id: 'another' })),
  },
  {
    id: 'mcp-version-as-number',
    spoils: 'protocolVersion is a number',
    caughtBy: ['mcp.protocol-version'],
    how: results('initialize', (result) => ({ ...result, protocolVersion: 1 })),
  },
  {
    id: 'mcp-lists-fixed',
    spoils: 'listChanged is not offered for prompts',
    caughtBy: ['mcp.capabilities'],
    how: results('initialize', (result) => ({
      ...result,
      capabilities: withFields(result.capabilities ?? null, { prompts: {} }),
    })),
  },
  {
    id: 'mcp-no-completions',
    spoils: 'completions is not offered',
    caughtBy: ['mcp.completions'],
    how: results('initialize', (result) => ({
      ...result,
      capabilities: withFields(result.capabilities ?? null, { completions: null }),
    })),
  },
  {
    id: 'mcp-no-tools',
    spoils: 'there are no tools',
    caughtBy: ['mcp.tools-list'],
    how: listed('tools/list', 'tools', () => null),
  },
  {
    id: 'mcp-tools-without-zones',
    spoils: 'there are no tools for zones',
    caughtBy: ['mcp.tools-cover'],
    how: listed('tools/list', 'tools', (tool) => (String(tool.name).includes('zone') ? null : tool)),
  },
  {
    id: 'mcp-no-hints',
    spoils: 'no tool is marked as only reading',
    caughtBy: ['mcp.read-only-hint'],
    how: listed('tools/list', 'tools', ({ annotations: _, ...tool }) => tool),
  },
  {
    id: 'mcp-user-tool',
    spoils: 'a tool changes users',
    caughtBy: ['mcp.users-read-only'],
    how: results('tools/list', (result) => ({
      ...result,
      tools: [...(result.tools as readonly Json[]), { name: 'user_update', inputSchema: { type: 'object' } }],
    })),
  },
  {
    id: 'mcp-reset-tool',
    spoils: 'a tool resets the controller',
    caughtBy: ['mcp.reserved'],
    how: results('tools/list', (result) => ({
      ...result,
      tools: [...(result.tools as readonly Json[]), { name: 'system_factory_reset', inputSchema: { type: 'object' } }],
    })),
  },
  {
    id: 'mcp-resource-missing',
    spoils: 'the resource of all rooms is not listed',
    caughtBy: ['mcp.resources'],
    how: listed('resources/list', 'resources', (entry) => (String(entry.uri).includes('rooms') ? null : entry)),
  },
  {
    id: 'mcp-no-prompts',
    spoils: 'there are no prompts',
    caughtBy: ['mcp.prompts'],
    how: listed('prompts/list', 'prompts', () => null),
  },
  {
    id: 'mcp-tool-in-words',
    spoils: 'a tool answers in words instead of JSON',
    caughtBy: ['mcp.tool-result'],
    how: toolTexts((text) => `Here it is: ${text}`),
  },
  {
    id: 'mcp-other-component',
    spoils: 'component_get_by_id answers another component',
    caughtBy: ['mcp.component-by-id'],
    how: toolTexts((text) => text.replaceAll(/"C(\d+)"/g, '"C9$1"')),
  },
  {
    id: 'mcp-stale-values',
    spoils: 'tools tell of a value that was before',
    caughtBy: ['mcp.same-values'],
    how: toolTexts((text) =>
      text.replace(/("value":\s*)(true|false)/, (_, head, value) => `${head}${value !== 'true'}`),
    ),
  },
  {
    id: 'mcp-half-blind',
    spoils: 'a token sees only some components',
    caughtBy: ['mcp.token-is-admin'],
    how: () => {
      let count = 0;
      return toolTexts((text) => {
        count += 1;
        return count > 1 ? '{}' : text;
      })();
    },
  },
  {
    id: 'mcp-odd-schema',
    spoils: 'tools are listed without saying what they take',
    caughtBy: ['mcp.sdk-client'],
    how: listed('tools/list', 'tools', ({ inputSchema: _, ...tool }) => tool),
  },
  {
    id: 'mcp-quiet',
    spoils: 'nobody is notified of changed lists',
    caughtBy: ['mcp.list-changed'],
    how: () => ({ stream: () => '' }),
  },
];
