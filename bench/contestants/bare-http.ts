import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoredAnswer } from '../stored-answer.ts';
import { answer, ready } from './channel.ts';

/** The least that a Node.js server can do: reads the request with its body, and sends stored bytes. */
let headers: Readonly<Record<string, string>> = { 'content-type': 'application/json', 'content-length': '2' };
let body = Buffer.from('{}');

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
    headers = stored.headers;
    body = Buffer.from(stored.body);
  },
});

server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit());
