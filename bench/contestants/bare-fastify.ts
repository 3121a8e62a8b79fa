import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { StoredAnswer } from '../stored-answer.ts';
import { answer, ready } from './channel.ts';

/** A fastify server as its own documentation starts one: one route, the body parsed, stored bytes sent. */
let headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' };
let body = Buffer.from('{}');

const app = fastify();
app.post('/api/v1/:call', (_request, reply) => reply.headers(headers).send(body));

answer({
  store: (stored: StoredAnswer) => {
    headers = stored.headers;
    body = Buffer.from(stored.body);
  },
});

await app.listen({ port: 0, host: '127.0.0.1' });
ready((app.server.address() as AddressInfo).port);
process.once('SIGTERM', () => process.exit());
