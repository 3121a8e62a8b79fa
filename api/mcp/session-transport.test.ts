import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { until } from '../../property-tests/fixtures.ts';
import { send } from '../../property-tests/http-client.ts';
import { initialize, JSON_RPC, openStream } from '../../property-tests/mcp-house.ts';
import { MCP_LIMITS } from './limits.ts';
import { SessionTransport } from './session-transport.ts';

const SESSION = 'the-only-session';

/** A transport with a server that only writes logs, and nobody at the door. */
const open = async () => {
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { logging: {} } });
  let dropped = 0;
  const transport = new SessionTransport({
    sessionIdGenerator: () => SESSION,
    dropped: () => {
      dropped += 1;
    },
  });
  await server.connect(transport);
  const listener = createServer((req, res) => void transport.handleRequest(req, res));
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  await send(`${base}/mcp`, { method: 'POST', headers: JSON_RPC, body: initialize() });
  return {
    base,
    transport,
    /** Clients that were cut off. */
    dropped: () => dropped,
    tell: (text: string) =>
      transport.send({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: text } }),
    async listen() {
      const stream = await openStream(base, SESSION);
      await until(() => stream.text.includes('text/event-stream'), 'the stream begins');
      return stream;
    },
    async close() {
      await transport.close();
      listener.closeAllConnections();
      await new Promise((closed) => listener.close(closed));
    },
  };
};

let endpoint: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  endpoint = await open();
});
afterEach(() => endpoint.close());

const KIBIBYTE = 'x'.repeat(1_024);
const LARGE = KIBIBYTE.repeat(64);
const MOST = MCP_LIMITS.unreadBytes.value;

test('who does not read the notification stream is cut off before much is waiting', async () => {
  const stream = await endpoint.listen();
  stream.socket.pause();
  let told = 0;
  // The kernel keeps some megabytes of its own before anything has to wait here.
  while (endpoint.transport.streams > 0 && told < 64 * MOST) {
    await endpoint.tell(LARGE);
    told += LARGE.length;
    await new Promise(setImmediate);
  }
  assert.ok(told < 32 * MOST, `${told} bytes were taken`);
  assert.equal(endpoint.transport.streams, 0);
  assert.equal(endpoint.dropped(), 1);
});

test('what is told all at once to somebody who does not read is more than the limit only once', async () => {
  const stream = await endpoint.listen();
  stream.socket.pause();
  for (let count = 0; count < 40; count += 1) await endpoint.tell(LARGE);
  await until(() => endpoint.transport.streams === 0, 'the stream is cut');
  assert.equal(endpoint.dropped(), 1);
});

test('who reads hears everything, however much it is', async () => {
  const stream = await endpoint.listen();
  const count = (8 * MOST) / LARGE.length;
  for (let number = 0; number < count; number += 1) {
    await endpoint.tell(`${number} ${LARGE}`);
    await until(() => stream.text.includes(`"${number} x`), 'it is heard');
  }
  await until(() => stream.text.length > 8 * MOST, 'all is heard');
  assert.equal(stream.isClosed, false);
  assert.equal(endpoint.dropped(), 0);
  assert.equal(stream.text.match(/event: message/g)?.length, count);
});

test('small things told for a long time to somebody who reads never add up', async () => {
  const stream = await endpoint.listen();
  const rounds = (2 * MOST) / KIBIBYTE.length;
  for (let round = 0; round < rounds; round += 1) {
    await endpoint.tell(KIBIBYTE);
    endpoint.transport.beat();
    if (round % 64 === 0) await until(() => stream.text.length > round * KIBIBYTE.length, 'it is heard');
  }
  await until(() => stream.text.match(/event: message/g)?.length === rounds, 'all is heard');
  assert.equal(stream.isClosed, false);
});

test('a heartbeat is a comment on the open stream, and does not break up what is told', async () => {
  const stream = await endpoint.listen();
  endpoint.transport.beat();
  await endpoint.tell('one');
  endpoint.transport.beat();
  await until(() => (stream.text.match(/: heartbeat\n\n/g) ?? []).length === 2 && stream.text.includes('"one"'), 'all');
});

test('a client that opens its stream anew hears what comes on the new one; the old one ends', async () => {
  const old = await endpoint.listen();
  const anew = await endpoint.listen();
  await until(() => old.text.endsWith('0\r\n\r\n'), 'the old one ends');
  await endpoint.tell('news');
  await until(() => anew.text.includes('"news"'), 'the news');
  assert.equal(old.text.includes('"news"'), false);
});

test('a stream that cannot be begun does not end the one that is there', async () => {
  const stream = await endpoint.listen();
  const refused = await send(`${endpoint.base}/mcp`, { headers: { accept: 'text/html', 'mcp-session-id': SESSION } });
  assert.equal(refused.status, 406);
  await endpoint.tell('news');
  await until(() => stream.text.includes('"news"'), 'the news');
});

test('closing ends every stream', async () => {
  const stream = await endpoint.listen();
  await endpoint.transport.close();
  await endpoint.transport.emptied();
  await until(() => stream.text.endsWith('0\r\n\r\n'), 'the stream ends');
});
