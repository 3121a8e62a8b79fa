import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { makeCertificate } from '../controller/certificate.ts';
import { type Home, makeHome } from '../property-tests/bridge/bridge-process.ts';
import { type McpHouse, startMcpHouse } from '../property-tests/bridge/mcp-house.ts';
import { pageClient } from '../property-tests/bridge/page-client.ts';
import { ControllersFile } from './controllers-file.ts';
import { SetupPage } from './setup-page.ts';

const TOKEN = 'secret-token';
const FIRST_PORT = 28_900;

let house: McpHouse;
let home: Home;
let page: SetupPage;
let client: ReturnType<typeof pageClient>;
let chosen: string[];

/** Sends a form and goes where that leads. */
const done = async (path: string, fields: Record<string, string>): Promise<string> => {
  const { status, headers, text } = await client.submit(path, fields);
  assert.equal(status, 303, text);
  return (await client.raw(String(headers.location))).text;
};

const seenAs = async (path: string, fields: Record<string, string>): Promise<string> => {
  const { status, text } = await client.submit(path, fields);
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
  client = pageClient(await page.open(FIRST_PORT));
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
    const { status, text } = await client.submit('/add', { name: 'office', address: secure.address, token: TOKEN });
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
    const token = await client.formToken();
    home.write('{"controllers": [');

    assert.match((await client.raw('/')).text, /line 1, column 18/);
    const { status, text } = await client.submit('/remove', { form: token, name: 'home' });

    assert.equal(status, 409);
    assert.match(text, /line 1, column 18/);
    assert.equal(home.text(), '{"controllers": [');
  });
});
