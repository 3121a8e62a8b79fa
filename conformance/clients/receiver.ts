import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { SELF_SIGNED } from './self-signed.ts';
import type { Tape } from './tape.ts';

/** A call that came in. */
export interface HookCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

export type Called = { readonly called: true; readonly call: HookCall } | { readonly called: false };

/** What a receiver does with calls: answers with a status, or never. */
export type Manner = number | 'never';

/** An address of the suite's own that a controller can call. */
export interface Receiver {
  readonly url: string;
  /** The next call that nobody has looked at yet. */
  next(within?: number): Promise<Called>;
  /** How long the controller held on to a call that is never answered, in milliseconds; null if it still does. */
  heldFor(within: number): Promise<{ readonly ms: number | null }>;
  close(): void;
}

const CALL_MS = 4_000;

/** Opens a receiver at the address under which the controller reaches this machine. */
export const openReceiver = async (
  tape: Tape,
  number: number,
  host: string,
  manner: Manner = 200,
  secure = false,
): Promise<Receiver> => {
  const live = new LiveReceiver(manner);
  const { url } = await tape.take(
    'webhook',
    { receiver: number, open: secure ? 'https' : 'http', manner },
    async () => ({
      url: await live.open(host, secure),
    }),
  );
  return {
    url,
    next: (within = CALL_MS) => tape.take('webhook', { receiver: number, await: 'call' }, () => live.next(within)),
    heldFor: (within) => tape.take('webhook', { receiver: number, await: 'hang-up' }, () => live.heldFor(within)),
    close: () => live.close(),
  };
};

class LiveReceiver {
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #calls: HookCall[] = [];
  #wanting: ((call: HookCall) => void) | undefined;
  #held: number | null = null;
  #hungUp: (() => void) | undefined;

  readonly #manner: Manner;

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  async open(host: string, secure: boolean): Promise<string> {
    const listener: RequestListener = (request, response) => this.#receive(request, response);
    const server = secure ? createSecureServer(SELF_SIGNED, listener) : createServer(listener);
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    // A client that does not trust the certificate breaks off: that is what it is there for.
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, host, resolve);
    });
    const { port } = server.address() as AddressInfo;
    return `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/hook`;
  }

  next(within: number): Promise<Called> {
    const call = this.#calls.shift();
    if (call !== undefined) return Promise.resolve({ called: true, call });
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#wanting = undefined;
        resolve({ called: false });
      }, within);
      this.#wanting = (call) => {
        clearTimeout(timer);
        this.#wanting = undefined;
        resolve({ called: true, call });
      };
    });
  }

  heldFor(within: number): Promise<{ ms: number | null }> {
    if (this.#held !== null) return Promise.resolve({ ms: this.#held });
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ ms: null }), within);
      this.#hungUp = () => {
        clearTimeout(timer);
        resolve({ ms: this.#held });
      };
    });
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const began = performance.now();
    const url = new URL(request.url ?? '/', 'http://receiver');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const call = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers,
    };
    if (this.#wanting === undefined) this.#calls.push(call);
    else this.#wanting(call);
    if (this.#manner !== 'never') {
      response.writeHead(this.#manner).end();
      return;
    }
    request.socket.once('close', () => {
      this.#held ??= Math.round(performance.now() - began);
      this.#hungUp?.();
    });
  }
}
