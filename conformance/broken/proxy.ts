import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import type { Json } from '../clients/json.ts';
import type { Faulty, Passing, Returning, Spoiling } from './faulty.ts';
import { HookRelay } from './hook-relay.ts';
import { Packets } from './packets.ts';

/** A good controller seen through a fault. */
export interface FaultyController {
  readonly http: string;
  stop(): Promise<void>;
}

/** Stands in front of a good controller and spoils what passes. Source addresses are kept: they count for the lockout. */
export const startFaulty = async (faulty: Faulty, good: string): Promise<FaultyController> => {
  const spoiling = faulty.how();
  const relay = spoiling.hook === undefined ? null : await HookRelay.open(spoiling);
  const sockets = new Set<Duplex>();
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer((request, response) => {
    void passOn(request, response, good, spoiling, relay).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    upgrades.handleUpgrade(request, socket, head, (client) => bridge(client, request, good, spoiling));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    http: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      relay?.close();
      for (const socket of sockets) socket.destroy();
      await closed(server);
    },
  };
};

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  good: string,
  spoiling: Spoiling,
  relay: HookRelay | null,
): Promise<void> {
  const passing: Passing = {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: plain(request.headers),
    body: await textOf(request),
  };
  const isCall = passing.path.startsWith('/api/v1/');
  if (isCall) relay?.outward(passing);
  const early = isCall || passing.path.startsWith('/mcp') ? spoiling.request?.(passing) : undefined;
  const upstream = early === undefined ? await forwarded(passing, request.socket, good) : null;
  const stream = passing.method === 'GET' && upstream?.headers['content-type']?.startsWith('text/event-stream');
  if (upstream !== null && stream) {
    response.writeHead(upstream.statusCode ?? 200, upstream.headers);
    response.flushHeaders();
    upstream.pipe(response);
    response.on('close', () => upstream.destroy());
    return;
  }
  const returning: Returning = early ?? {
    status: upstream?.statusCode ?? 502,
    headers: plain(upstream?.headers ?? {}),
    body: upstream === null ? '' : await textOf(upstream),
  };
  if (isCall) {
    relay?.inward(passing, returning);
    spoilCall(spoiling, passing, returning);
  }
  if (isCall || passing.path.startsWith('/mcp')) spoiling.http?.(returning, passing);
  for (const name of ['content-length', 'transfer-encoding', 'connection', 'keep-alive'])
    delete returning.headers[name];
  const cookies = returning.headers['set-cookie'];
  response.writeHead(returning.status, {
    ...returning.headers,
    ...(cookies === undefined ? {} : { 'set-cookie': cookies.split('\n') }),
  });
  response.end(returning.body);
}

function spoilCall(spoiling: Spoiling, passing: Passing, returning: Returning): void {
  if (spoiling.call === undefined || returning.status === 405) return;
  const url = new URL(passing.path, 'http://faulty');
  const name = url.pathname.slice('/api/v1/'.length);
  const parameters = parsed(passing.body) ?? Object.fromEntries(url.searchParams);
  const answer = parsed(returning.body);
  if (answer !== null) returning.body = JSON.stringify(spoiling.call({ name, parameters, path: 'http' }, answer));
}

function forwarded(passing: Passing, client: Socket, good: string): Promise<IncomingMessage> {
  const { host: _, ...headers } = passing.headers;
  return new Promise((resolve, reject) => {
    const up = ask(
      new URL(passing.path, good),
      {
        method: passing.method,
        agent: false,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(passing.body)) },
        localAddress: sourceOf(client),
      },
      resolve,
    );
    up.on('error', reject);
    up.end(passing.body);
  });
}

/** Both ends of a websocket, with the spoiling between them. */
function bridge(client: WebSocket, request: IncomingMessage, good: string, spoiling: Spoiling): void {
  const path = spoiling.connect?.(request.url ?? '/') ?? request.url ?? '/';
  const packets = new Packets(spoiling, path.startsWith('/socket.io-v4') ? 4 : 2);
  const { cookie } = request.headers;
  const up = new WebSocket(new URL(path, good.replace(/^http/, 'ws')), {
    perMessageDeflate: false,
    localAddress: sourceOf(request.socket),
    headers: cookie === undefined ? {} : { cookie },
  });
  const early: string[] = [];
  client.on('message', (data: RawData) => {
    const text = packets.up(String(data));
    if (text === null) return;
    if (up.readyState === WebSocket.OPEN) up.send(text);
    else early.push(text);
  });
  up.on('open', () => {
    for (const text of early) up.send(text);
  });
  up.on('message', (data: RawData) => {
    const text = packets.down(String(data));
    if (text !== null && client.readyState === WebSocket.OPEN) client.send(text);
  });
  for (const [one, other] of [
    [client, up],
    [up, client],
  ] as const) {
    one.on('close', () => other.close());
    one.on('error', () => other.terminate());
  }
}

const sourceOf = ({ remoteAddress }: Socket): string => remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';

const plain = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : (value ?? '')]),
  );

const textOf = async (stream: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
};

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
};

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
