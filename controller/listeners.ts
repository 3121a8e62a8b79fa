import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Path } from '../api/caller.ts';
import { asksForWebSocket, readmit } from '../api/http/readmission.ts';
import { guard, SERVER_OPTIONS } from '../api/http/server.ts';
import type { Controller } from './assemble.ts';
import { bind } from './bind.ts';
import type { Certificate } from './certificate.ts';

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
   * any more. Answers a sentence for each place that cannot be had; there it goes on listening as it did.
   */
  change(options: ListenerOptions): Promise<readonly string[]>;
  /** Speaks HTTPS with another certificate from the next connection on. */
  certify(certificate: Certificate): void;
  /** Takes no more requests, and cuts after `patience` what is not answered by then. Websockets are the controller's to end. */
  close(patience: Promise<unknown>): Promise<void>;
}

/** Opens all listeners onto one controller. Throws a `Refusal` for a port or an address that cannot be had. */
export const listen = async (controller: Controller, options: ListenerOptions): Promise<Listeners> => {
  const listeners = new OpenListeners(controller);
  try {
    for (const place of placesOf(options)) await listeners.open(place);
    return listeners;
  } catch (error) {
    await listeners.close(Promise.resolve());
    throw error;
  }
};

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
  #certificate: Certificate;

  constructor(controller: Controller) {
    this.#controller = controller;
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
    this.#open.set(place.kind, { place, server });
  }

  async change(options: ListenerOptions): Promise<readonly string[]> {
    const wanted = placesOf(options);
    const faults: string[] = [];
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
      return back === '' ? message : `${message}; and the place before cannot be had again: ${back}`;
    }
    if (before !== undefined && !isTaken) this.#end(before.server);
    return undefined;
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

const closeAll = async (servers: readonly Server[], patience: Promise<unknown>): Promise<void> => {
  const closed = servers.map(
    (server) => new Promise((resolve) => (server.listening ? server.close(resolve) : resolve(0))),
  );
  for (const server of servers) server.closeIdleConnections();
  await Promise.race([Promise.all(closed), patience]);
  for (const server of servers) server.closeAllConnections();
};
