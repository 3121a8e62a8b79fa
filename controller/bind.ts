import type { Server } from 'node:http';
import { Refusal } from './refusal.ts';

/** Ports to try after a default that is taken. */
const TRIES = 100;

/** A port to listen on, and how a person says it. */
export interface Port {
  readonly option: string;
  readonly hostOption: string;
  readonly asked: number | undefined;
  readonly byDefault: number;
}

/** Lets a server listen. Throws a `Refusal` for a port or an address that cannot be had. */
export const bind = async (server: Server, host: string, wanted: Port): Promise<void> => {
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
