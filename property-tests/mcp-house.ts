import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Observable } from 'rxjs';
import { unguessable } from '../api/access/secrets.ts';
import { createArrivals } from '../api/arrivals.ts';
import type { Path } from '../api/caller.ts';
import { CALLS } from '../api/calls/index.ts';
import { type ConfigurationUpdate, configurationUpdates } from '../api/configuration-updates.ts';
import { createEvents } from '../api/events.ts';
import { createMcp, type McpOptions } from '../api/mcp/mcp.ts';
import type { Instant } from '../twin/index.ts';
import { type Headers, type Reply, send } from './http-client.ts';
import { openSmallHouse, type SmallHouseOptions } from './small-house.ts';

/** Tokens of the house: one that may do everything, one that may only read, one of somebody else. */
export const TOKENS = [
  { name: 'Assistant', token: 'the-token-of-the-assistant' },
  { name: 'Reader', token: 'the-token-of-the-reader', readOnly: true },
  { name: 'Other', token: 'the-token-of-somebody-else' },
] as const;
export const [ASSISTANT, READER, OTHER] = TOKENS.map(({ token }) => token) as [string, string, string];

export type McpHouse = Awaited<ReturnType<typeof openMcpHouse>>;

/** A small house behind the MCP endpoint, on real listeners. Both clocks stand still until they are driven. */
export const openMcpHouse = async (options: SmallHouseOptions & { readonly proxies?: readonly string[] } = {}) => {
  const house = await openSmallHouse({ mcpTokens: TOKENS, ...options });
  const { access, mcpTokens, remoteTokens, twin, networkClock, problems } = house;
  const events = createEvents({ twin, networkClock });
  const updates = configurationUpdates(twin, { users: access.users, remoteTokens, mcpTokens });
  let watching = 0;
  const configuration = new Observable<ConfigurationUpdate>((subscriber) => {
    watching += 1;
    const subscription = updates.subscribe(subscriber);
    return () => {
      watching -= 1;
      subscription.unsubscribe();
    };
  });
  const mcpOptions: McpOptions = {
    ...{ gate: house.gate, calls: CALLS, tokens: mcpTokens, audit: house.audit, clock: house.clock, networkClock },
    ...{
      arrivals: createArrivals(options.proxies),
      events,
      configuration,
      controller: { name: 'Small house', version: '1' },
    },
    isOn: () => twin.skills.get('mcp')?.enabled === true,
    newSessionId: () => unguessable(24).toString('base64url'),
    report: (problem) => problems.push(problem),
    drops: house.drops,
  };
  const mcp = createMcp(mcpOptions);
  const servers: Server[] = [];
  const listen = async (path: Path): Promise<string> => {
    const server = createServer((req, res) => {
      if (mcp.claims(req.url)) mcp.handle(req, res, path);
      else res.writeHead(418).end();
    });
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return {
    ...house,
    mcp,
    mcpOptions,
    /** How many listen to changes of the configuration. */
    watching: () => watching,
    events,
    local: await listen('local'),
    remote: await listen('remote'),
    /** The real clock goes on. */
    pass: (seconds: number) => void networkClock.advanceTo((networkClock.now() + seconds * 1_000) as Instant),
    async close() {
      events.close();
      const closing = mcp.close();
      networkClock.advanceTo((networkClock.now() + 1_000) as Instant);
      await closing;
      if (watching > 0) problems.push({ during: 'close MCP', error: new Error('somebody is left behind') });
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
      twin.close();
    },
  };
};

export const JSON_RPC: Headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** A JSON-RPC message as text. */
export const message = (method: string, params: object = {}, id: number | string | null = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, params });

export const initialize = (protocolVersion = '2025-11-25'): string =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

/** A POST with a token, and whatever else is said. */
export const post = (base: string, body: string | Buffer, token = ASSISTANT, headers: Headers = {}): Promise<Reply> =>
  send(`${base}/mcp`, {
    method: 'POST',
    headers: { ...JSON_RPC, authorization: `Bearer ${token}`, ...headers },
    body,
  });

/** Opens a session; answers its identifier. */
export const openMcpSession = async (base: string, token = ASSISTANT, version?: string): Promise<string> => {
  const reply = await post(base, initialize(version), token);
  if (reply.status !== 200) throw new Error(`no session: ${reply.status} ${reply.text}`);
  return String(reply.headers['mcp-session-id']);
};

/** What came in the events of an answer. */
export const told = (reply: Pick<Reply, 'text'>): readonly unknown[] =>
  reply.text.split('\n\n').flatMap((event) => {
    const data = /^data: (.*)$/m.exec(event);
    return data === null ? [] : [JSON.parse(data[1] ?? '') as unknown];
  });

/** The code and the words of a refusal. */
export const refusalOf = ({ status, body }: Reply): readonly [number, number | undefined, string | undefined] => {
  const { error } = (body ?? {}) as { readonly error?: { readonly code: number; readonly message: string } };
  return [status, error?.code, error?.message];
};

/** The client of the library. */
export const mcpClient = async (base: string, token = ASSISTANT) => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    reconnectionOptions: {
      ...{ maxRetries: 0, initialReconnectionDelay: 10, maxReconnectionDelay: 10, reconnectionDelayGrowFactor: 1 },
    },
  });
  // Its own types are not strict about what is left out.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return { client, transport };
};

/** A notification stream over a plain connection, read only when it is told to. */
export const openStream = async (base: string, session: string, token = ASSISTANT) => {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => undefined);
  socket.write(
    [
      'GET /mcp HTTP/1.1',
      `host: ${host}`,
      'accept: text/event-stream',
      `authorization: Bearer ${token}`,
      `mcp-session-id: ${session}`,
      '',
      '',
    ].join('\r\n'),
  );
  return {
    socket,
    get text() {
      return text;
    },
    get isClosed() {
      return isClosed;
    },
  };
};
