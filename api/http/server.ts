import { type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CallFault, DEFAULT_LANGUAGE, refusal } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isAnswering } from './connection.ts';

/** How a listener is made, with or without TLS: no client may hold on to it by being slow, silent or large. */
export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: LIMITS.headerBytes.value,
  headersTimeout: LIMITS.headerSeconds.value * 1_000,
  requestTimeout: LIMITS.requestSeconds.value * 1_000,
  keepAliveTimeout: LIMITS.keepAliveSeconds.value * 1_000,
  connectionsCheckingInterval: 5_000,
  noDelay: true,
};

/** Sets what a listener is not told when it is made, and answers what is not HTTP. */
export const guard = (server: Server): void => {
  server.maxConnections = LIMITS.connections.value;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => turnAway(error.code, socket));
};

const turnAway = (reason: string | undefined, socket: Duplex): void => {
  if (reason === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const status = STATUSES.get(reason) ?? 400;
  const { body } = refusal(new CallFault(status === 408 ? 116 : 106), 'call', DEFAULT_LANGUAGE);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
};

const STATUSES: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);
