import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type JSONRPCRequest,
  type Result,
  ResultSchema,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** What a test does to a house, and sees of it. */
export interface McpHouse {
  /** Of its MCP endpoint. */
  readonly address: string;
  readonly port: number;
  /** Requests that arrived, by method; `tools/call` with the tool's name behind it. */
  readonly seen: string[];
  /** `Authorization` headers that arrived. */
  readonly tokens: string[];
  /** Sessions that are open. */
  readonly sessions: Map<string, { readonly server: Server; readonly transport: StreamableHTTPServerTransport }>;
  /** If set, the status with which everything is refused. */
  refuse: number | undefined;
  /** If set, requests are accepted and never answered. */
  mute: boolean;
  /** Sends to every session. */
  tell(method: string, params?: Record<string, unknown>): Promise<void>;
  /** Forgets all sessions, as a restart does; connections stay. */
  forget(): void;
  /** Cuts every connection and stops listening. */
  stop(): Promise<void>;
}

export interface HouseOptions {
  readonly name: string;
  readonly token?: string;
  readonly port?: number;
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** Names of further tools. */
  readonly tools?: readonly string[];
}

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** A controller as far as the bridge can see: the SDK's own server behind the checks of the interface. */
export const startMcpHouse = async ({ name, token = 'secret-token', port = 0, tls, tools = [] }: HouseOptions) => {
  const sessions: McpHouse['sessions'] = new Map();
  const answer = (request: IncomingMessage, response: ServerResponse) => void handle(request, response);
  const http: HttpServer = tls
    ? createTlsServer({ cert: tls.certificate, key: tls.key }, answer)
    : createServer(answer);
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const { port: bound } = http.address() as AddressInfo;

  const house: McpHouse = {
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${bound}/mcp`,
    port: bound,
    seen: [],
    tokens: [],
    sessions,
    refuse: undefined,
    mute: false,
    async tell(method, params) {
      for (const { transport } of sessions.values()) {
        await transport.send({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
      }
    },
    forget: () => sessions.clear(),
    async stop() {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (house.mute) return;
    house.tokens.push(request.headers.authorization ?? '');
    const refusal = house.refuse ?? (request.headers.authorization === `Bearer ${token}` ? undefined : 401);
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    const id = request.headers['mcp-session-id'];
    const known = sessions.get(String(id));
    if (id !== undefined && known === undefined) return void response.writeHead(400).end();
    await (known?.transport ?? (await openSession())).handleRequest(request, response);
  };

  const openSession = async () => {
    const server = new Server(
      { name: `house ${name}`, version: '1.0.0' },
      { capabilities: CAPABILITIES, instructions: `Rooms of ${name}.` },
    );
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { server, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    server.fallbackRequestHandler = (message, extra) => {
      const call = message.method === 'tools/call' ? ` ${String(message.params?.name)}` : '';
      house.seen.push(`${message.method}${call}`);
      return serve(name, tools, message, extra as unknown as Extra, house);
    };
    server.setRequestHandler(SetLevelRequestSchema, async ({ params }) => {
      house.seen.push(`logging/setLevel ${params.level}`);
      return {};
    });
    server.fallbackNotificationHandler = async ({ method }) => void house.seen.push(method);
    await server.connect(transport as Transport);
    return transport;
  };
  return house;
};

interface Extra {
  readonly signal: AbortSignal;
  sendNotification(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
  sendRequest(request: { method: string; params?: unknown }, schema: typeof ResultSchema): Promise<Result>;
}

const text = (said: string): Result => ({ content: [{ type: 'text', text: said }] });

const serve = async (
  name: string,
  tools: readonly string[],
  { method, params = {} }: JSONRPCRequest,
  extra: Extra,
  house: McpHouse,
): Promise<Result> => {
  switch (method) {
    case 'tools/list': {
      const all = ['where', 'slow', 'ask', 'fail', 'wait', ...tools];
      return { tools: all.map((each) => ({ name: each, inputSchema: { type: 'object' }, 'x-kept': each })) };
    }
    case 'tools/call':
      return call(name, String(params.name), (params.arguments ?? {}) as Record<string, unknown>, params, extra, house);
    case 'resources/list':
      return { resources: [{ uri: 'service://rooms', name: `rooms of ${name}` }] };
    case 'resources/templates/list':
      return { resourceTemplates: [{ uriTemplate: 'service://rooms/{id}', name: 'a room' }] };
    case 'resources/read':
      return { contents: [{ uri: String(params.uri), text: name }] };
    case 'resources/subscribe':
      if (params.uri === `service://not-in-${name}`)
        throw Object.assign(new Error('no such resource'), { code: -32002 });
      return {};
    case 'prompts/list':
      return { prompts: [{ name: `report-${name}` }] };
    case 'prompts/get':
      return { messages: [{ role: 'user', content: { type: 'text', text: `report on ${name}` } }] };
    case 'completion/complete':
      return { completion: { values: [name], total: 1, hasMore: false } };
    default:
      return {};
  }
};

const call = async (
  name: string,
  tool: string,
  args: Record<string, unknown>,
  params: Record<string, unknown>,
  { signal, sendNotification, sendRequest }: Extra,
  house: McpHouse,
): Promise<Result> => {
  switch (tool) {
    case 'slow': {
      const progressToken = (params._meta as { progressToken?: unknown } | undefined)?.progressToken;
      for (const progress of [1, 2, 3]) {
        await sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } });
      }
      return text('slow and sure');
    }
    case 'ask':
      return text(
        JSON.stringify(await sendRequest({ method: String(args.method), params: args.params ?? {} }, ResultSchema)),
      );
    case 'fail':
      throw Object.assign(new Error('the boiler is on fire'), { code: -32_010, data: { room: 3 } });
    case 'wait':
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      house.seen.push('given up');
      return text('too late');
    default:
      return { ...text(name), structuredContent: { name, args }, _meta: { kept: true } };
  }
};
