import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Path } from '../caller.ts';
import { arrival } from '../local-network.ts';

/** What stays the same for all requests of one connection. */
export interface Connection {
  readonly path: Path;
  /** Address that failed logins are counted by. */
  readonly source: string;
  /** Whether it runs over TLS. */
  readonly secure: boolean;
  /** The latest answer on it, begun or not. */
  response: ServerResponse | undefined;
}

/** The connection that a request came on; judged once, at its first request. */
export const connectionOf = (req: IncomingMessage, listener: Path): Connection => {
  const known = connections.get(req.socket);
  if (known !== undefined) return known;
  const judged = {
    ...arrival(listener, req.socket.remoteAddress),
    secure: 'encrypted' in req.socket && req.socket.encrypted === true,
    response: undefined,
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
