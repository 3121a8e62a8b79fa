import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Path } from '../api/caller.ts';
import { asksForWebSocket, readmit } from '../api/http/readmission.ts';
import { guard, SERVER_OPTIONS } from '../api/http/server.ts';
import { SystemClock } from '../twin/index.ts';
import type { Controller } from './assemble.ts';
import { bind } from './bind.ts';
import type { Certificate } from './certificate.ts';
import { closeAll } from './close-all.ts';
import { PAUSE, Retries, TRIES } from './retries.ts';

export interface ListenerOptions {
  readonly host: string;
  /** `undefined`: the default, or the next free one. */
  readonly httpPort: number | undefined;
  readonly httpsPort: number | undefined;
  /** `undefined`: none. */
  readonly remotePort: number | undefined;
  /** How a person says these, for messages; left out: as options of the command line. */
  readonly names?: ListenerNames | undefined;
}

export interface ListenerNames {
  readonly host: string;
  readonly http: string;
  readonly https: string;
  readonly remote: string;
}

const OPTIONS: ListenerNames = {
  host: '--host',
  http: '--http-port',
  https: '--https-port',
  remote: '--remote-port',
};

/** Where the controller can be reached. */
export interface Listeners {
  readonly http: string;
  readonly https: string;
  readonly remote: string | null;
  /**
   * Listens where it is asked to from now on: what has not changed stays open, and so do websockets that came in where nobody listens
   * any more. Answers a sentence for each place that cannot be had; there it goes on listening as it did, or tries to for five minutes
   * if somebody has taken its place meanwhile.
   */
  change(options: ListenerOptions): Promise<readonly string[]>;
  /** Speaks HTTPS with another certificate from the next connection on. */
  certify(certificate: Certificate): void;
  /** Takes no more requests, and cuts after `patience` what is not answered by then. Websockets are the controller's to end. */
  close(patience: Promise<unknown>): Promise<void>;
}

/** What listeners need that are told to listen elsewhere. */
export interface ListenerSurroundings {
  readonly clock: Pick<SystemClock, 'after'>;
  /** One line for the operator. */
  say(line: string): void;
}

/** Opens all listeners onto one controller. Throws a `Refusal` for a port or an address that cannot be had. `surroundings`: left out for those that stay where they are. */
export const listen = async (
  controller: Controller,
  options: ListenerOptions,
  surroundings: ListenerSurroundings = NEVER_MOVED,
): Promise<Listeners> => {
  const listeners = new OpenListeners(controller, surroundings);
  try {
    for (const place of placesOf(options)) await listeners.open(place);
    return listeners;
  } catch (error) {
    await listeners.close(Promise.resolve());
    throw error;
  }
};

const NEVER_MOVED: ListenerSurroundings = { clock: new SystemClock(), say: () => {} };

type Kind = 'http' | 'https' | 'remote';

/** Where to listen, and for what. */
interface Place {
  readonly kind: Kind;
  readonly host: string;
  readonly asked: number | undefined;
  readonly byDefault: number;
  readonly option: string;
  readonly hostOption: string;
}

const placesOf = ({ host, httpPort, httpsPort, remotePort, names = OPTIONS }: ListenerOptions): readonly Place[] => {
  const both = { host, hostOption: names.host };
  return [
    { ...both, kind: 'http', option: names.http, asked: httpPort, byDefault: 8080 },
    { ...both, kind: 'https', option: names.https, asked: httpsPort, byDefault: 8443 },
    ...(remotePort === undefined
      ? []
      : [{ ...both, kind: 'remote' as const, option: names.remote, asked: remotePort, byDefault: 0 }]),
  ];
};

class OpenListeners implements Listeners {
  readonly #controller: Controller;
  readonly #open = new Map<Kind, { readonly place: Place; readonly server: Server }>();
  /** Those that take no more connections. */
  readonly #leaving = new Set<Server>();
  readonly #say: ListenerSurroundings['say'];
  readonly #retries: Retries;
  #certificate: Certificate;

  constructor(controller: Controller, { clock, say }: ListenerSurroundings) {
    this.#controller = controller;
    this.#say = say;
    this.#retries = new Retries(clock);
    this.#certificate = controller.certificate;
  }

  get http(): string {
    return this.#address('http') ?? '';
  }

  get https(): string {
    return this.#address('https') ?? '';
  }

  get remote(): string | null {
    return this.#address('remote');
  }

  async open(place: Place): Promise<void> {
    this.#open.set(place.kind, { place, server: await this.#server(place) });
  }

  async #server(place: Place): Promise<Server> {
    const controller = this.#controller;
    const path: Path = place.kind === 'remote' ? 'remote' : 'local';
    const server = place.kind === 'https' ? await createSecureServer(this.#certificate) : createServer(SERVER_OPTIONS);
    guard(server);
    server.on('connection', (socket) => controller.connected(socket));
    server.on('request', (req, res) => controller.handle(req, res, path));
    server.on('upgrade', (req, socket, head) => {
      if (asksForWebSocket(req)) controller.upgrade(req, socket, head, path);
      else readmit(server, req, socket, head);
    });
    await bind(server, place.host, place);
    return server;
  }

  async change(options: ListenerOptions): Promise<readonly string[]> {
    const wanted = placesOf(options);
    const faults: string[] = [];
    this.#retries.callAllOff();
    for (const kind of [...this.#open.keys()]) if (!wanted.some((place) => place.kind === kind)) this.#leave(kind);
    for (const place of wanted) {
      const fault = await this.#move(place);
      if (fault !== undefined) faults.push(fault);
    }
    return faults;
  }

  certify(certificate: Certificate): void {
    this.#certificate = certificate;
    const server = this.#open.get('https')?.server;
    if (server !== undefined && 'setSecureContext' in server && typeof server.setSecureContext === 'function') {
      server.setSecureContext({ cert: certificate.certificate, key: certificate.key });
    }
  }

  close(patience: Promise<unknown>): Promise<void> {
    this.#retries.callAllOff();
    const servers = [...[...this.#open.values()].map(({ server }) => server), ...this.#leaving];
    return closeAll(servers, patience);
  }

  /** Answers why it cannot listen there; then it listens where it did. */
  async #move(place: Place): Promise<string | undefined> {
    const before = this.#open.get(place.kind);
    if (before?.place.host === place.host && before.place.asked === place.asked) return undefined;
    // The same port on other addresses cannot be had before it is given up on those.
    const isTaken = before !== undefined && before.place.asked === place.asked && place.asked !== 0;
    if (isTaken) this.#leave(place.kind);
    try {
      await this.open(place);
    } catch (error) {
      const { message } = error as Error;
      if (!isTaken) return message;
      const back = await this.open(before.place).then(() => '', String);
      if (back === '') return message;
      this.#tryAgain([place, before.place]);
      return `${message}; and the place before cannot be had again: ${back}; both are tried every ${PAUSE / 1_000} s`;
    }
    if (before !== undefined && !isTaken) this.#end(before.server);
    return undefined;
  }

  /** Takes the first place that can be had. */
  #tryAgain(places: readonly [Place, Place]): void {
    const [{ kind }] = places;
    const attempt = async (isWanted: () => boolean): Promise<boolean> => {
      for (const place of places) {
        const server = await this.#server(place).catch(() => null);
        if (server === null) continue;
        if (!isWanted()) {
          server.close();
          return false;
        }
        this.#open.set(kind, { place, server });
        this.#say(`${kind} listens again: ${this.#address(kind)}`);
        return true;
      }
      return false;
    };
    const minutes = (TRIES * PAUSE) / 60_000;
    this.#retries.begin(kind, attempt, () =>
      this.#say(`${kind} found no place within ${minutes} minutes: reload once there is one`),
    );
  }

  #leave(kind: Kind): void {
    const server = this.#open.get(kind)?.server;
    this.#open.delete(kind);
    if (server !== undefined) this.#end(server);
  }

  #end(server: Server): void {
    this.#leaving.add(server);
    server.close(() => this.#leaving.delete(server));
    server.closeIdleConnections();
  }

  #address(kind: Kind): string | null {
    const { place, server } = this.#open.get(kind) ?? {};
    const address = server?.address() as AddressInfo | null | undefined;
    if (place === undefined || !address) return null;
    return `${kind === 'https' ? 'https' : 'http'}://${reachable(place.host)}:${address.port}`;
  }
}

const createSecureServer = async ({ certificate, key }: Certificate): Promise<Server> => {
  const https = await import('node:https');
  return https.createServer({ ...SERVER_OPTIONS, cert: certificate, key });
};

/** An address that a client on this machine can use. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};
