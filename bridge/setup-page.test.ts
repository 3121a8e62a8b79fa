import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { makeCertificate } from '../controller/certificate.ts';
import { type Home, makeHome } from '../property-tests/bridge/bridge-process.ts';
import { type McpHouse, startMcpHouse } from '../property-tests/bridge/mcp-house.ts';
import { ControllersFile } from './controllers-file.ts';
import { SetupPage } from './setup-page.ts';

const TOKEN = 'secret-token';
const FIRST_PORT = 28_900;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

let house: McpHouse;
let home: Home;
let page: SetupPage;
let base: string;
let chosen: string[];

const raw = (path: string, method = 'GET', headers: Record<string, string> = {}, body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on('error', reject).end(body);
  });

const formToken = async (): Promise<string> => /name="form" value="([^"]+)"/.exec((await raw('/')).text)?.[1] ?? '';

const submit = async (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  raw(
    path,
    'POST',
    { 'content-type': 'application/x-www-form-urlencoded', origin: base, ...headers },
    new URLSearchParams({ form: await formToken(), ...fields }).toString(),
  );

/** Sends a form and goes where that leads. */
const done = async (path: string, fields: Record<string, string>): Promise<string> => {
  const { status, headers, text } = await submit(path, fields);
  assert.equal(status, 303, text);
  return (await raw(String(headers.location))).text;
};

const seenAs = async (path: string, fields: Record<string, string>): Promise<string> => {
  const { status, text } = await submit(path, fields);
  assert.equal(status, 422, text);
  assert.ok(!text.includes(TOKEN), 'shows a token');
  return /class="error"[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
};

beforeEach(async () => {
  house = await startMcpHouse({ name: 'home' });
  home = makeHome({ controllers: [] });
  chosen = [];
  page = new SetupPage(
    new ControllersFile(home.file),
    () => chosen.at(-1),
    async (name) => chosen.push(name),
  );
  base = await page.open(FIRST_PORT);
});
afterEach(async () => {
  page.close();
  await house.stop().catch(() => {});
  home.remove();
});

describe('on the setup page', () => {
  test('a controller is added once it has answered, and its token is not shown again', async () => {
    const text = await done('/add', { name: 'home', address: `127.0.0.1:${house.port}`, token: TOKEN });

    assert.match(text, /“home” is added: house home 1\.0\.0 answers/);
    assert.ok(!text.includes(TOKEN));
    assert.deepEqual(home.json().controllers, [{ name: 'home', address: house.address, token: TOKEN }]);
  });

  test('a controller that does not answer, or not to this token, is not kept', async () => {
    assert.match(await seenAs('/add', { name: 'home', address: house.address, token: 'wrong' }), /refuses the token/);
    await house.stop();
    assert.match(await seenAs('/add', { name: 'home', address: house.address, token: TOKEN }), /cannot be reached/);
    assert.deepEqual(home.json().controllers, []);
  });

  test('what cannot be meant is said before anything is sent', async () => {
    const fields = { name: 'home', address: house.address, token: TOKEN };

    assert.match(await seenAs('/add', { ...fields, name: ' ' }), /needs a name/);
    assert.match(await seenAs('/add', { ...fields, address: 'ftp://a' }), /neither http nor https/);
    assert.match(await seenAs('/add', { ...fields, token: '' }), /needs a token/);
    assert.match(await seenAs('/add', { ...fields, fingerprint: 'AB' }), /not a SHA-256 one/);
    assert.deepEqual(house.tokens, []);
  });

  test('a certificate is shown before the token is sent, and what was shown is what is kept', async () => {
    const certificate = makeCertificate();
    const secure = await startMcpHouse({ name: 'office', tls: certificate });
    const { status, text } = await submit('/add', { name: 'office', address: secure.address, token: TOKEN });
    assert.equal(status, 200);
    assert.ok(text.includes(certificate.fingerprint) && !text.includes(TOKEN));
    assert.deepEqual(secure.tokens, []);
    const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';

    assert.match(await done('/confirm', { id }), /“office” is added/);

    const kept = { name: 'office', address: secure.address, token: TOKEN, fingerprint: certificate.fingerprint };
    assert.deepEqual(home.json().controllers, [kept]);
    assert.match(await seenAs('/confirm', { id }), /took too long/);
    await secure.stop();
  });

  test('a fingerprint that is not the one that is seen is not kept', async () => {
    const secure = await startMcpHouse({ name: 'office', tls: makeCertificate() });
    const { fingerprint } = makeCertificate();

    const says = await seenAs('/add', { name: 'office', address: secure.address, token: TOKEN, fingerprint });

    assert.match(says, /either its certificate was changed, or it is somebody else/);
    assert.deepEqual([home.json().controllers, secure.tokens], [[], []]);
    await secure.stop();
  });

  test('controllers are renamed, get another token, are selected and removed', async () => {
    const other = { name: 'office', address: 'http://a/mcp', token: 'o', note: 'kept' };
    home.write({ selected: 'home', controllers: [{ name: 'home', address: house.address, token: 'old' }, other] });

    assert.match(await done('/rename', { name: 'home', to: 'villa <b>' }), /is now called “villa &#60;b&#62;”/);
    assert.match(await done('/token', { name: 'villa <b>', token: TOKEN }), /has its new token/);
    assert.match(await done('/select', { name: 'office' }), /“office” is selected/);
    assert.deepEqual(chosen, ['office']);
    const first = { name: 'villa <b>', address: house.address, token: TOKEN };
    assert.deepEqual(home.json(), { selected: 'villa <b>', controllers: [first, other] });

    assert.match(await done('/remove', { name: 'villa <b>' }), /is removed/);
    assert.deepEqual(home.json(), { controllers: [other] });
    assert.match(await seenAs('/rename', { name: 'villa <b>', to: 'x' }), /no controller “villa &#60;b&#62;” any more/);
    assert.match(await seenAs('/add', { ...first, name: 'office' }), /name that another one has/);
  });

  test('a broken file is named, and left alone by every form', async () => {
    const token = await formToken();
    home.write('{"controllers": [');

    assert.match((await raw('/')).text, /line 1, column 18/);
    const { status, text } = await submit('/remove', { form: token, name: 'home' });

    assert.equal(status, 409);
    assert.match(text, /line 1, column 18/);
    assert.equal(home.text(), '{"controllers": [');
  });
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
      assert.equal((await raw('/', 'GET', { host })).status, 421, host);
    }
    const { port } = new URL(base);
    for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`])
      assert.equal((await raw('/', 'GET', { host })).status, 200);
  });

  test('a form of another site is refused, as is one without the mark of this page', async () => {
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      assert.equal((await submit('/add', fields, headers)).status, 403, JSON.stringify(headers));
    }
    assert.equal((await submit('/add', { ...fields, form: 'x'.repeat(43) })).status, 403);
    assert.equal((await raw('/add', 'POST', form, new URLSearchParams(fields).toString())).status, 403);
    assert.equal((await submit('/add', fields, { 'content-type': 'text/plain' })).status, 415);
    assert.deepEqual(home.json().controllers, []);
  });

  test('what is too large, unknown or not meant for a page is refused', async () => {
    assert.equal((await submit('/add', { ...fields, note: 'x'.repeat(20_000) })).status, 413);
    assert.equal((await submit('/constructor', fields)).status, 404);
    assert.equal((await raw('/controllers.json')).status, 404);
    assert.equal((await raw('/', 'PUT')).status, 405);
  });

  test('it allows no script, no frame and no copy', async () => {
    const { headers, text } = await raw('/');

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
