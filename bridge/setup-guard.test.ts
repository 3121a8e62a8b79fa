import assert from 'node:assert/strict';
import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { type Home, makeHome } from '../property-tests/bridge/bridge-process.ts';
import { pageClient } from '../property-tests/bridge/page-client.ts';
import { ControllersFile } from './controllers-file.ts';
import { SetupPage } from './setup-page.ts';

const TOKEN = 'secret-token';
const FIRST_PORT = 29_000;

let home: Home;
let page: SetupPage;
let base: string;
let client: ReturnType<typeof pageClient>;

beforeEach(async () => {
  home = makeHome({ controllers: [] });
  page = new SetupPage(
    new ControllersFile(home.file),
    () => undefined,
    async () => {},
  );
  base = await page.open(FIRST_PORT);
  client = pageClient(base);
});
afterEach(() => {
  page.close();
  home.remove();
});

describe('the setup page is there for this computer and nobody else', () => {
  const fields = { name: 'home', address: 'http://a/mcp', token: TOKEN };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('it listens on loopback only', async () => {
    const port = Number(new URL(base).port);
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each !== undefined && !each.internal && each.family === 'IPv4')
      .map((each) => each?.address ?? '');
    await Promise.all(
      outside.map(
        (host) =>
          new Promise<void>((resolve, reject) => {
            connect({ host, port })
              .on('connect', () => reject(new Error(`listens on ${host}`)))
              .on('error', () => resolve());
          }),
      ),
    );
  });

  test('another name that leads here is not its own', async () => {
    for (const host of ['evil.example', 'evil.example:28900', 'localhost', 'localhost.evil.example:28900']) {
      assert.equal((await client.raw('/', 'GET', { host })).status, 421, host);
    }
    const { port } = new URL(base);
    for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`])
      assert.equal((await client.raw('/', 'GET', { host })).status, 200);
  });

  test('a form of another site is refused, as is one without the mark of this page', async () => {
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      assert.equal((await client.submit('/add', fields, headers)).status, 403, JSON.stringify(headers));
    }
    assert.equal((await client.submit('/add', { ...fields, form: 'x'.repeat(43) })).status, 403);
    assert.equal((await client.raw('/add', 'POST', form, new URLSearchParams(fields).toString())).status, 403);
    assert.equal((await client.submit('/add', fields, { 'content-type': 'text/plain' })).status, 415);
    assert.deepEqual(home.json().controllers, []);
  });

  test('what is too large, unknown or not meant for a page is refused', async () => {
    assert.equal((await client.submit('/add', { ...fields, note: 'x'.repeat(20_000) })).status, 413);
    assert.equal((await client.submit('/constructor', fields)).status, 404);
    assert.equal((await client.raw('/controllers.json')).status, 404);
    assert.equal((await client.raw('/', 'PUT')).status, 405);
  });

  test('it allows no script, no frame and no copy', async () => {
    const { headers, text } = await client.raw('/');

    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'self'; form-action 'self'; .*frame-ancestors 'none'$/,
    );
    assert.equal(headers['cache-control'], 'no-store');
    assert.doesNotMatch(text, /<script|style="|\son\w+=/);
  });

  test('whoever has the port already keeps it, on either loopback address', async () => {
    const held: Server[] = [];
    for (const [host, port] of [
      ['127.0.0.1', FIRST_PORT + 10],
      ['::1', FIRST_PORT + 11],
    ] as const) {
      const server = createServer();
      const there = await new Promise((resolve) =>
        server.once('error', () => resolve(false)).listen(port, host, () => resolve(true)),
      );
      if (there) held.push(server);
    }
    const second = new SetupPage(
      new ControllersFile(home.file),
      () => undefined,
      async () => {},
    );

    assert.equal(await second.open(FIRST_PORT + 10), `http://localhost:${FIRST_PORT + 10 + held.length}`);

    second.close();
    for (const server of held) server.close();
  });
});
