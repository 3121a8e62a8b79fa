import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { answer, ready } from './channel.ts';

/** A server of the MCP library as its own documentation starts one: one session, one tool that answers what is stored. */
let session = '';
let result: CallToolResult = { content: [] };

const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, async () => result);
const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => session });
// Its own types are not strict about what is left out.
await server.connect(transport as Parameters<typeof server.connect>[0]);

answer({
  store: (stored: { readonly session: string; readonly result: CallToolResult }) => {
    session = stored.session;
    result = stored.result;
  },
});

const listener = createServer((request, response) => void transport.handleRequest(request, response));
listener.listen(0, '127.0.0.1', () => ready((listener.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit());
