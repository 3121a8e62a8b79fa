import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** An answer to a request that does not become a connection, or is not part of one. */
export interface Rejection {
  readonly status: number;
  readonly body: object;
}

/** Not a request that any client of the protocol makes; the body has the form of engine.io's own. */
export const BAD_REQUEST: Rejection = { status: 400, body: { code: 3, message: 'Bad request' } };

export const NOT_FOUND: Rejection = { status: 404, body: { code: 3, message: 'Not found' } };

export const TOO_MANY: Rejection = { status: 429, body: { code: 4, message: 'Too many connections' } };

/** The controller is about to stop: only those who are there are served. */
export const CLOSING: Rejection = { status: 503, body: { code: 4, message: 'Closing' } };

export const reject = (res: ServerResponse, { status, body }: Rejection): void => {
  const text = JSON.stringify(body);
  res.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' });
  res.end(text);
};

/** Answers a request for a websocket, for which there is no `ServerResponse`. */
export const rejectUpgrade = (socket: Duplex, { status, body }: Rejection): void => {
  const text = JSON.stringify(body);
  const headers = { ...HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.on('error', () => undefined);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'), () => socket.destroy());
};

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;
