import type { IncomingMessage } from 'node:http';
import { type Socket as EngineSocket, Server, type Transport } from 'engine.io';
import { SOCKET_LIMITS } from './limits.ts';
import type { EnginePath } from './paths.ts';

/** One connection below Socket.io, whatever carries it. */
export type Carrier = EngineSocket;

/** The engine.io server of one address. Knows the websocket under each transport, so that one can be cut at once. */
export class Engine extends Server {
  readonly #websockets = new Map<Transport, WebSocketHandle>();

  constructor(path: EnginePath) {
    super({
      // Socket.io 2 clients speak revision 3 of the Engine.IO protocol.
      allowEIO3: path === '/socket.io',
      transports: ['polling', 'websocket'],
      maxHttpBufferSize: SOCKET_LIMITS.packetBytes.value,
      pingInterval: SOCKET_LIMITS.pingSeconds.value * 1_000,
      pingTimeout: SOCKET_LIMITS.pongSeconds.value * 1_000,
      upgradeTimeout: SOCKET_LIMITS.upgradeSeconds.value * 1_000,
      // What many listeners are told is encoded once; compressing would do it anew for each.
      perMessageDeflate: false,
      httpCompression: false,
    });
  }

  /** Ends a connection without waiting for a peer that may never answer. */
  cut(carrier: Carrier): void {
    this.#websockets.get(carrier.transport)?.terminate();
    carrier.close(true);
  }

  /** Websockets that are still open. */
  get open(): number {
    return this.#websockets.size;
  }

  /** Ends every websocket without waiting for its peer. */
  cutAll(): void {
    for (const websocket of [...this.#websockets.values()]) websocket.terminate();
  }

  protected override createTransport(...[name, req]: Parameters<Server['createTransport']>): Transport {
    const transport = super.createTransport(name, req);
    if (name === 'polling') {
      // How long it waits for a last request that could be told of the end.
      Object.assign(transport, { closeTimeout: SOCKET_LIMITS.farewellMilliseconds.value });
    }
    const websocket = (req as Upgraded).websocket;
    if (name === 'websocket' && websocket !== undefined) {
      this.#websockets.set(transport, websocket);
      websocket.once('close', () => this.#websockets.delete(transport));
    }
    return transport;
  }
}

interface WebSocketHandle {
  terminate(): void;
  once(event: 'close', heard: () => void): unknown;
}

/** A request as engine.io hands it on once it has become a websocket. */
type Upgraded = IncomingMessage & { readonly websocket?: WebSocketHandle };
