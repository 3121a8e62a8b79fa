import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a receiver was told, as it stood on the wire. */
export interface Told {
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly content: string | null;
  readonly id: number;
}

/** Somebody who listens for webhooks, over real connections. */
export interface Receiver {
  /** Such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  readonly told: Told[];
  /** Connections that were made so far. */
  readonly connections: number;
  /** Of these, those that are open. */
  readonly open: number;
  /** What it answers; may be replaced at any time. */
  answer: RequestListener;
  /** Resolves once it was told so many times. */
  heard(count: number): Promise<void>;
  /** Ends it, with every connection. */
  close(): Promise<void>;
}

export const OK: RequestListener = (_, response) => {
  response.end('thanks');
};
export const HANG: RequestListener = () => undefined;

export const toldBy = ({ url = '', headers }: IncomingMessage): Told => {
  const query = new URL(url, 'http://receiver').searchParams;
  return { target: url, headers, content: query.get('content'), id: Number(query.getAll('id').at(-1)) };
};

export async function openReceiver(
  answer: RequestListener = OK,
  { port = 0, server = createServer() as Server }: { readonly port?: number; readonly server?: Server } = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let connections = 0;
  const receiver: Receiver = {
    origin: '',
    told: [],
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    answer,
    heard: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (receiver.told.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // A test that fails is not to wait for it.
    socket.unref();
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    receiver.told.push(toldBy(request));
    receiver.answer(request, response);
    for (const look of [...waiting]) look();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  Object.assign(receiver, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return receiver;
}
