import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { firstValueFrom } from 'rxjs';
import { Server, type Socket } from 'socket.io';
import { type Duration, milliseconds } from '../../twin/index.ts';
import type { Caller, Path } from '../caller.ts';
import { CallFault } from '../errors.ts';
import { Administrators } from './administrators.ts';
import { Audience } from './audience.ts';
import { Connection, type Surroundings } from './connection.ts';
import { Door } from './door.ts';
import { type Carrier, Engine } from './engine.ts';
import { sessionOf } from './handshake.ts';
import { SOCKET_LIMITS } from './limits.ts';
import { Line } from './line.ts';
import { Lines } from './lines.ts';
import { Logins } from './logins.ts';
import { type Admission, PacketDecoder, PacketEncoder } from './packets.ts';
import { ENGINE_PATHS, type EnginePath, NAMESPACE } from './paths.ts';
import { reject, rejectUpgrade } from './rejection.ts';
import type { SocketOptions } from './socket.ts';

/** Where a request came in. */
interface Address {
  readonly path: EnginePath;
  readonly listener: Path;
}

/** Time between two looks at what is being waited for. */
const GLANCE = milliseconds(5);

/** One Socket.io server over two engines: what is told to everybody reaches both generations of clients. */
export class SocketServer {
  readonly #options: SocketOptions;
  readonly #engines: ReadonlyMap<EnginePath, Engine>;
  readonly #lines = new Lines();
  readonly #byCarrier = new WeakMap<Carrier, Line>();
  /** Who came with a session, until the connection is made. */
  readonly #callers = new WeakMap<Socket, Caller>();
  readonly #logins: Logins;
  readonly #door: Door;
  readonly #surroundings: Surroundings;
  readonly #end: () => void;
  /** The line that socket.io makes a decoder for next: it does not say which. */
  #announced: Line | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#door = new Door(this.#lines, options.remoteToken, options.arrivals);
    this.#logins = new Logins(this.#lines);

    const admission = (): Admission => this.#announced?.admits ?? (() => false);
    const server = new Server({
      serveClient: false,
      connectTimeout: SOCKET_LIMITS.joinSeconds.value * 1_000,
      parser: {
        Encoder: PacketEncoder,
        Decoder: class extends PacketDecoder {
          constructor() {
            super(admission());
          }
        },
      },
    });
    this.#engines = new Map(ENGINE_PATHS.map((path) => [path, this.#bind(server, new Engine(path))]));

    const namespace = server.of(NAMESPACE);
    const { gate, access, events, watch, drops } = options;
    const audience = new Audience(namespace, watch);
    const administrators = new Administrators();
    this.#surroundings = { gate, access, events, audience, administrators, logins: this.#logins, watch, drops };
    namespace.use((socket, next) => void this.#logIn(socket).then(() => next(), next));
    namespace.on('connection', (socket) => this.#open(socket));
    // Socket.io 2 clients are connected to the root whatever they ask for; the others have no business there.
    server.of('/').use((socket, next) => next(socket.conn.protocol === 3 ? undefined : new Error('Invalid namespace')));

    const silence = events.listen((batch) => audience.deliver(batch));
    const changes = access.changes.subscribe((user) => this.#logins.look(user));
    const configuration = options.configuration?.subscribe((update) => administrators.deliver(update));
    const tokens = options.remoteTokenChanges?.subscribe(() => this.#cutClosedOut());
    this.#end = () => {
      tokens?.unsubscribe();
      configuration?.unsubscribe();
      silence();
      changes.unsubscribe();
    };
  }

  get slowReaders(): number {
    return this.#lines.slowReaders;
  }

  get connections(): number {
    return this.#lines.size;
  }

  handleRequest(req: IncomingMessage, res: ServerResponse, { path, listener }: Address): void {
    const rejection = this.#door.admit(req, listener, 'request');
    if (rejection === undefined) this.#engines.get(path)?.handleRequest(req, res);
    else reject(res, rejection);
  }

  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, { path, listener }: Address): void {
    const rejection = this.#door.admit(req, listener, 'upgrade');
    if (rejection === undefined) this.#engines.get(path)?.handleUpgrade(req, socket, head);
    else rejectUpgrade(socket, rejection);
  }

  async caughtUp(patience: Duration): Promise<void> {
    const { networkClock } = this.#options;
    const start = networkClock.elapsed();
    let behind = this.#lines.behind();
    while (behind.length > 0 && networkClock.elapsed() - start < patience) {
      await firstValueFrom(networkClock.after(GLANCE));
      behind = this.#lines.behind();
    }
    for (const line of behind) line.giveUp();
  }

  async close(): Promise<void> {
    this.#door.close();
    this.#options.events.flush();
    this.#end();
    for (const line of [...this.#lines]) line.carrier.close();
    const { networkClock } = this.#options;
    const start = networkClock.elapsed();
    const engines = [...this.#engines.values()];
    while (this.#lines.size > 0 || engines.some(({ open }) => open > 0)) {
      if (networkClock.elapsed() - start >= SOCKET_LIMITS.farewellMilliseconds.value) break;
      await firstValueFrom(networkClock.after(GLANCE));
    }
    for (const line of [...this.#lines]) line.cut();
    for (const engine of engines) engine.cutAll();
  }

  #bind(server: Server, engine: Engine): Engine {
    // Before socket.io hears of it, so that the line is there when the decoder is made.
    engine.on('connection', (carrier: Carrier) => {
      const handshake = this.#door.handshakeOf(carrier.request);
      const line = new Line(carrier, handshake, { engine, clock: this.#options.networkClock, lines: this.#lines });
      this.#lines.add(carrier.transport.sid, line);
      this.#byCarrier.set(carrier, line);
      this.#announced = line;
      // The first request would otherwise be kept for as long as the connection lives.
      Object.assign(carrier, { request: null });
    });
    server.bind(engine);
    return engine;
  }

  /** Logs in by the session of the handshake, if there is one; a connection whose session does not count awaits a login. */
  async #logIn(socket: Socket): Promise<void> {
    const line = this.#lineOf(socket);
    const { path, source, language, remoteToken, session = sessionOf(socket.handshake.auth), cookie } = line.handshake;
    const id = session ?? cookie;
    if (id === undefined) return;
    try {
      const { caller } = await this.#options.access.login({
        credentials: { kind: 'session', id, cookie: session === undefined },
        transport: 'socket',
        ...{ path, source, language, remoteToken },
      });
      this.#callers.set(socket, caller);
    } catch (error) {
      if (!(error instanceof CallFault)) this.#options.report({ during: 'log a Socket.io connection in', error });
    }
  }

  #open(socket: Socket): void {
    const line = this.#lineOf(socket);
    const connection = new Connection(socket, line, this.#surroundings);
    const isOpen = (): boolean => {
      if (this.#door.isOpenTo(line.handshake)) return true;
      line.cut();
      return false;
    };
    const look = (): void => {
      if (isOpen()) connection.look();
    };
    line.joined();
    line.carrier.on('heartbeat', look);
    socket.onAny((call: unknown, ...values: unknown[]) => {
      if (!isOpen()) return;
      const acknowledge = values.at(-1);
      if (typeof acknowledge !== 'function') connection.receive(String(call), values, () => undefined);
      else connection.receive(String(call), values.slice(0, -1), (answer) => acknowledge(answer));
    });
    socket.on('disconnect', () => {
      line.carrier.off('heartbeat', look);
      connection.close();
      line.left();
    });
    connection.open(this.#callers.get(socket));
  }

  #cutClosedOut(): void {
    for (const line of [...this.#lines]) if (!this.#door.isOpenTo(line.handshake)) line.cut();
  }

  #lineOf(socket: Socket): Line {
    const line = this.#byCarrier.get(socket.conn);
    if (line === undefined) throw new Error('a Socket.io connection without a line');
    return line;
  }
}
