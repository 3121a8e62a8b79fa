import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Path } from '../api/caller.ts';
import { asksForWebSocket, readmit } from '../api/http/readmission.ts';
import { guard, SERVER_OPTIONS } from '../api/http/server.ts';
import type { Controller } from './assemble.ts';
import type { Certificate } from './certificate.ts';
import { Refusal } from './refusal.ts';

/** Ports to try after a default that is taken. */
const TRIES = 100;

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
  /** Takes no more requests, and cuts after `patience` what is not answered by then. Websockets are the controller's to end. */
  close(patience: Promise<unknown>): Promise<void>;
}

/** Opens all listeners onto one controller. Throws a `Refusal` for a port or an address that cannot be had. */
export const listen = async (controller: Controller, options: ListenerOptions): Promise<Listeners> => {
  const { host, httpPort, httpsPort, remotePort, names = OPTIONS } = options;
  const servers: Server[] = [];
  const open = async (
    server: Server,
    port: { option: string; asked: number | undefined; byDefault: number },
    path: Path,
  ) => {
    guard(server);
    server.on('connection', (socket) => controller.connected(socket));
    server.on('request', (req, res) => controller.handle(req, res, path));
    server.on('upgrade', (req, socket, head) => {
      if (asksForWebSocket(req)) controller.upgrade(req, socket, head, path);
      else readmit(server, req, socket, head);
    });
    servers.push(server);
    await bind(server, host, { ...port, hostOption: names.host });
    return (server.address() as AddressInfo).port;
  };
  try {
    const http = await open(
      createServer(SERVER_OPTIONS),
      { option: names.http, asked: httpPort, byDefault: 8080 },
      'local',
    );
    const secure = await createSecureServer(SERVER_OPTIONS, controller.certificate);
    const https = await open(secure, { option: names.https, asked: httpsPort, byDefault: 8443 }, 'local');
    const remote =
      remotePort === undefined
        ? null
        : await open(createServer(SERVER_OPTIONS), { option: names.remote, asked: remotePort, byDefault: 0 }, 'remote');
    return {
      http: `http://${reachable(host)}:${http}`,
      https: `https://${reachable(host)}:${https}`,
      remote: remote === null ? null : `http://${reachable(host)}:${remote}`,
      close: (patience) => closeAll(servers, patience),
    };
  } catch (error) {
    await closeAll(servers, Promise.resolve());
    throw error;
  }
};

const createSecureServer = async (options: ServerOptions, { certificate, key }: Certificate): Promise<Server> => {
  const https = await import('node:https');
  return https.createServer({ ...options, cert: certificate, key });
};

interface Port {
  readonly option: string;
  readonly hostOption: string;
  readonly asked: number | undefined;
  readonly byDefault: number;
}

const bind = async (server: Server, host: string, wanted: Port): Promise<void> => {
  const { asked, byDefault } = wanted;
  const first = asked ?? byDefault;
  for (let port = first; ; port += 1) {
    const fault = await attempt(server, host, port);
    if (fault === undefined) return;
    const mayGoOn = asked === undefined && fault.code === 'EADDRINUSE' && port < first + TRIES;
    if (!mayGoOn) throw new Refusal(why(fault, host, wanted, port));
  }
};

const attempt = (server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port }, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });

const why = (
  { code, message }: NodeJS.ErrnoException,
  host: string,
  { option, hostOption }: Port,
  port: number,
): string => {
  if (code === 'EADDRINUSE') return `port ${port} is taken: give another one with ${option}, or 0 for any free port`;
  if (code === 'EACCES')
    return `port ${port} may not be used by this user: give one above 1023 with ${option}, or the right to bind it (CAP_NET_BIND_SERVICE)`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${host} is not an address of this machine: give one with ${hostOption}, or leave it out`;
  }
  return `cannot listen on ${host}:${port} (${message})`;
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
