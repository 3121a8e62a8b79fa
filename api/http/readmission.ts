import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether the protocol that a request asks for is the only one besides HTTP that is spoken here. */
export const asksForWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.trim().toLowerCase() === 'websocket';

/**
 * Takes a request that offered to change the protocol for what it is without the offer. Clients such as the one of the
 * Java library offer HTTP/2 with every plain request and are content with HTTP/1.1; Node.js, once anybody listens for
 * WebSockets, would leave them without an answer.
 */
export const readmit = (server: Server, req: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const lines = [`${req.method} ${req.url} HTTP/${req.httpVersion}`];
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const name = req.rawHeaders[at] ?? '';
    if (!OFFER.test(name)) lines.push(`${name}: ${req.rawHeaders[at + 1]}`);
  }
  lines.push('connection: close', '', '');
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
};

const OFFER = /^(?:upgrade|connection|http2-settings)$/i;
