import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Json } from '../clients/json.ts';
import type { Certificate } from './certificates.ts';
import type { Called, FaceSpoiling, Passing, Returning } from './faulty.ts';
import type { HookRelay } from './hook-relay.ts';
import { sourceOf, WireBridge } from './wire-bridge.ts';

/** An address of a faulty controller. */
export interface Face {
  readonly url: string;
  close(): Promise<void>;
}

/** Stands in front of one address of a good controller and spoils what passes. Source addresses are kept. */
export const openFace = async (
  good: string,
  spoiling: FaceSpoiling,
  relay: HookRelay | null = null,
  shows: readonly Certificate[] = [],
): Promise<Face> => {
  const sockets = new Set<Socket>();
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const answered = (called: Called) => {
    relay?.called(called);
    const told = spoiling.broadcast?.(called);
    if (told !== undefined) wires.tell(told);
  };
  const wires = new WireBridge(good, spoiling, answered);
  const passer = new Passer(good, spoiling, relay, answered);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void passer.pass(request, response).catch(() => response.destroy());
  };
  const server = shows[0] === undefined ? createServer(listener) : inTurn(shows, listener);
  server.on('upgrade', (request, socket, head) => {
    upgrades.handleUpgrade(request, socket, head, (client) => wires.join(client, request));
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${shows.length === 0 ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

/** Shows one certificate after the other, beginning anew after the last. */
function inTurn(shows: readonly Certificate[], listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createSecureServer({ ...shows[0] }, listener);
  let count = 0;
  // By now the connection has the certificate that it is shown.
  server.on('connection', () => {
    count += 1;
    server.setSecureContext({ ...shows[count % shows.length] });
  });
  server.on('tlsClientError', () => {});
  return server as Server;
}

class Passer {
  readonly #good: string;
  readonly #spoiling: FaceSpoiling;
  readonly #relay: HookRelay | null;
  readonly #answered: (called: Called) => void;

  constructor(good: string, spoiling: FaceSpoiling, relay: HookRelay | null, answered: (called: Called) => void) {
    this.#good = good;
    this.#spoiling = spoiling;
    this.#relay = relay;
    this.#answered = answered;
  }

  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const passing: Passing = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: plain(request.headers),
      body: await textOf(request),
    };
    this.#relay?.outward(passing);
    const early = this.#spoiling.request?.(passing);
    const upstream = early === undefined ? await this.#forwarded(passing, request.socket) : null;
    if (passing.method === 'GET' && upstream?.headers['content-type']?.startsWith('text/event-stream')) {
      return this.#streamed(upstream, response);
    }
    const returning: Returning = early ?? (upstream === null ? GIVEN_UP() : await whole(upstream));
    const called = this.#spoilCall(passing, returning);
    this.#spoiling.http?.(returning, passing);
    for (const name of ['content-length', 'transfer-encoding', 'connection', 'keep-alive'])
      delete returning.headers[name];
    const cookies = returning.headers['set-cookie'];
    response.writeHead(returning.status, {
      ...returning.headers,
      ...(cookies === undefined ? {} : { 'set-cookie': cookies.split('\n') }),
    });
    response.end(returning.body);
    if (called !== null) this.#answered(called);
  }

  #streamed(upstream: IncomingMessage, response: ServerResponse): void {
    response.writeHead(upstream.statusCode ?? 200, upstream.headers);
    response.flushHeaders();
    response.on('close', () => upstream.destroy());
    upstream.setEncoding('utf8');
    upstream.on('data', (text: string) => response.write(this.#spoiling.stream?.(text) ?? text));
    upstream.on('end', () => response.end());
    upstream.on('error', () => response.destroy());
  }

  /** Answers what was called, if it was a call. */
  #spoilCall(passing: Passing, returning: Returning): Called | null {
    if (!passing.path.startsWith('/api/v1/') || returning.status === 405) return null;
    this.#relay?.inward(passing, returning);
    const url = new URL(passing.path, 'http://faulty');
    const name = url.pathname.slice('/api/v1/'.length);
    const parameters = parsed(passing.body) ?? Object.fromEntries(url.searchParams);
    const called: Called = { name, parameters, path: 'http', user: passing.headers['auth-username'] ?? null };
    const answer = parsed(returning.body);
    if (this.#spoiling.call !== undefined && answer !== null) {
      returning.body = JSON.stringify(this.#spoiling.call(called, answer));
    }
    return called;
  }

  /** Null if it was given up. */
  #forwarded(passing: Passing, client: Socket): Promise<IncomingMessage | null> {
    const { host: _, ...headers } = passing.headers;
    const { patience } = this.#spoiling;
    return new Promise((resolve, reject) => {
      const up = ask(
        new URL(passing.path, this.#good),
        {
          method: passing.method,
          agent: false,
          headers: { ...headers, 'content-length': String(Buffer.byteLength(passing.body)) },
          localAddress: sourceOf(client),
        },
        resolve,
      );
      up.on('error', reject);
      if (patience !== undefined) up.setTimeout(patience, () => resolve(null));
      up.end(passing.body);
    });
  }
}

const GIVEN_UP = (): Returning => ({
  status: 408,
  headers: { 'content-type': 'application/json' },
  body: '{"errorCode":116,"errorText":"Timeout occurred"}',
});

const whole = async (upstream: IncomingMessage): Promise<Returning> => ({
  status: upstream.statusCode ?? 502,
  headers: plain(upstream.headers),
  body: await textOf(upstream),
});

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
