import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Observable } from 'rxjs';
import type { Clock, Duration } from '../../twin/index.ts';
import type { Access } from '../access/access.ts';
import type { Arrivals } from '../arrivals.ts';
import type { Path } from '../caller.ts';
import type { ClientWatch } from '../client-watch.ts';
import type { ConfigurationUpdate } from '../configuration-updates.ts';
import type { Events } from '../events.ts';
import type { Gate } from '../gate.ts';
import type { ReportProblem } from '../problem.ts';
import type { QueueDrops } from '../queue-drops.ts';
import { ENGINE_PATHS, type EnginePath } from './paths.ts';
import { NOT_FOUND, reject, rejectUpgrade } from './rejection.ts';
import type { SocketServer } from './socket-server.ts';

/** What the Socket.io side of the interface needs. */
export interface SocketOptions {
  readonly gate: Gate;
  readonly access: Pick<Access, 'login' | 'entitled' | 'changes'>;
  readonly events: Events;
  /** Left out: nobody hears of changes of the configuration. */
  readonly configuration?: Observable<ConfigurationUpdate>;
  /** The real clock: limits on what networks and clients take. */
  readonly networkClock: Clock;
  /** Whether a token of the remote path is valid. */
  readonly remoteToken: (token: string) => boolean;
  /** Emits when a token of the remote path may have become invalid: who came in with it is cut off. */
  readonly remoteTokenChanges?: Observable<unknown>;
  readonly arrivals: Arrivals;
  readonly report: ReportProblem;
  /** Left out: nobody asks how many were refused. */
  readonly drops?: QueueDrops;
  /** Left out: nobody watches what clients do. */
  readonly watch?: ClientWatch | undefined;
}

/** The Socket.io side of the interface, over any number of listeners. `listener` says what a listener stands for. */
export interface SocketInterface {
  /** Whether a request target belongs to it: `/socket.io-v4` or `/socket.io`. */
  claims(target: string | undefined): boolean;
  /** Answers a request that it claims; any other with 404. */
  handleRequest(req: IncomingMessage, res: ServerResponse, listener: Path): void;
  /** Takes over a connection that asks to be a websocket; refuses one whose target it does not claim. */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, listener: Path): void;
  /** How many clients are connected. */
  readonly connections: number;
  /** How many were cut off because they did not read. */
  readonly slowReaders: number;
  /**
   * Resolves when no client is far behind; whoever still is after `patience` is cut off. For whoever makes events faster than
   * the world does: waiting for it now and then loses no client that reads, and is held up only once by one that does not.
   */
  caughtUp(patience: Duration): Promise<void>;
  /** Tells what has changed so far and ends every connection. */
  close(): Promise<void>;
}

/** The libraries behind it are loaded when the first client comes. */
export const createSocket = (options: SocketOptions): SocketInterface => {
  let server: Promise<SocketServer> | undefined;
  let running: SocketServer | undefined;
  let isClosed = false;
  const serve = (use: (server: SocketServer) => void, otherwise: () => void): void => {
    if (isClosed && server === undefined) {
      otherwise();
      return;
    }
    server ??= import('./socket-server.ts').then((loaded) => {
      running = new loaded.SocketServer(options);
      return running;
    });
    server.then(use).catch((error: unknown) => {
      options.report({ during: 'take a Socket.io request', error });
      otherwise();
    });
  };

  return {
    claims: (target) => pathOf(target) !== undefined,
    handleRequest(req, res, listener) {
      const path = pathOf(req.url);
      if (path === undefined) {
        reject(res, NOT_FOUND);
        return;
      }
      serve(
        (ready) => ready.handleRequest(req, res, { path, listener }),
        () => req.socket.destroy(),
      );
    },
    handleUpgrade(req, socket, head, listener) {
      const path = pathOf(req.url);
      if (path === undefined) {
        rejectUpgrade(socket, NOT_FOUND);
        return;
      }
      // Until engine.io listens to it.
      socket.on('error', ignore);
      serve(
        (ready) => {
          socket.off('error', ignore);
          ready.handleUpgrade(req, socket, head, { path, listener });
        },
        () => socket.destroy(),
      );
    },
    get connections() {
      return running?.connections ?? 0;
    },
    get slowReaders() {
      return running?.slowReaders ?? 0;
    },
    async caughtUp(patience) {
      await running?.caughtUp(patience);
    },
    async close() {
      isClosed = true;
      await (await server)?.close();
    },
  };
};

const pathOf = (target: string | undefined): EnginePath | undefined => {
  const mark = target?.indexOf('?') ?? -1;
  const path = mark < 0 ? target : target?.slice(0, mark);
  return ENGINE_PATHS.find((known) => path === known || path === `${known}/`);
};

const ignore = (): void => undefined;
