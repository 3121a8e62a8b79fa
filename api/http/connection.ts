import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Arrivals } from '../arrivals.ts';
import type { Path } from '../caller.ts';

/** What stays the same for all requests of one connection, unless a proxy makes them for others. */
export interface Connection {
  readonly path: Path;
  /** Address that failed logins are counted by. */
  readonly source: string;
  /** Whether it runs over TLS. */
  readonly secure: boolean;
  /** The latest answer on it, begun or not. */
  response: ServerResponse | undefined;
  /** Of the arrivals that judged it. */
  readonly version: number | undefined;
}

/** The connection that a request came on; judged once, at its first request, but for each one of a proxy. */
export const connectionOf = (req: IncomingMessage, listener: Path, arrivals: Arrivals): Connection => {
  const known = connections.get(req.socket);
  const { version } = arrivals;
  if (known?.version === version && known !== undefined && !arrivals.isProxy(req.socket.remoteAddress)) return known;
  const judged = {
    version,
    ...arrivals.of(req, listener),
    secure: 'encrypted' in req.socket && req.socket.encrypted === true,
    response: known?.response,
  };
  connections.set(req.socket, judged);
  return judged;
};

/** Whether a connection waits for an answer that has begun, so that nothing else can be written on it. */
export const isAnswering = (socket: object): boolean => {
  const response = connections.get(socket)?.response;
  return response?.headersSent === true && !response.writableFinished;
};

const connections = new WeakMap<object, Connection>();
