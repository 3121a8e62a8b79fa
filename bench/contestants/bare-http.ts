import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoredAnswer } from '../stored-answer.ts';
import { answer, ready } from './channel.ts';

/** The least that a Node.js server can do: reads the request with its body, and sends stored bytes. */
let headers = ['content-type', 'application/json', 'content-length', '2'];
let body: string | Buffer = '{}';

/** Node.js sends a text together with its head, which is cheaper up to some length. */
const LARGE = 65_536;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(200, headers);
    response.end(body);
  });
});

answer({
  store: (stored: StoredAnswer) => {
    headers = Object.entries(stored.headers).flat();
    body = stored.body.length > LARGE ? Buffer.from(stored.body) : stored.body;
  },
});

server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit());
