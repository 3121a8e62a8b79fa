import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import type { Called, FaceSpoiling, Told } from './faulty.ts';
import { Packets } from './packets.ts';

/** Websockets of one face: both ends of each, with the spoiling between them. */
export class WireBridge {
  readonly #good: string;
  readonly #spoiling: FaceSpoiling;
  readonly #answered: (called: Called) => void;
  readonly #clients = new Set<WebSocket>();

  constructor(good: string, spoiling: FaceSpoiling, answered: (called: Called) => void) {
    this.#good = good;
    this.#spoiling = spoiling;
    this.#answered = answered;
  }

  /** An event for everybody who is connected. */
  tell(told: Told): void {
    for (const client of this.#clients) client.send(`42/api/v1,${JSON.stringify(told)}`);
  }

  join(client: WebSocket, request: IncomingMessage): void {
    const path = this.#spoiling.connect?.(request.url ?? '/') ?? request.url ?? '/';
    const packets = new Packets(this.#spoiling, path.startsWith('/socket.io-v4') ? 4 : 2, this.#answered);
    const up = new WebSocket(new URL(path, this.#good.replace(/^http/, 'ws')), {
      perMessageDeflate: false,
      localAddress: sourceOf(request.socket),
      headers: keptOf(request),
    });
    const early: string[] = [];
    this.#clients.add(client);
    client.on('message', (data: RawData) => {
      const { on, back } = packets.up(String(data));
      if (back !== null) client.send(back);
      if (on === null) return;
      if (up.readyState === WebSocket.OPEN) up.send(on);
      else early.push(on);
    });
    up.on('open', () => {
      for (const text of early) up.send(text);
    });
    up.on('message', (data: RawData) => {
      const text = packets.down(String(data));
      if (text !== null && client.readyState === WebSocket.OPEN) client.send(text);
    });
    client.on('close', () => {
      this.#clients.delete(client);
      up.close();
    });
    up.on('close', () => client.close());
    client.on('error', () => up.terminate());
    up.on('error', () => client.terminate());
  }
}

/** The address that somebody comes from counts for the lockout: the controller has to see the same. */
export const sourceOf = ({ remoteAddress }: Socket): string => remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';

const keptOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ['cookie', 'x-remote-token'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  );
