import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { makeCertificate } from '../controller/certificate.ts';
import { type Home, makeHome, type RunningBridge, startBridge } from '../property-tests/bridge/bridge-process.ts';
import { type McpHouse, startMcpHouse } from '../property-tests/bridge/mcp-house.ts';

const TOKEN = 'secret-token';
const LISTS = ['tools', 'resources', 'prompts'].map((list) => `notifications/${list}/list_changed`);

let house: McpHouse;
let home: Home;
let bridge: RunningBridge | undefined;

const start = async (entry: Record<string, unknown> = {}): Promise<RunningBridge> => {
  home.write({ controllers: [{ name: 'home', address: house.address, token: TOKEN, ...entry }] });
  bridge = await startBridge({ home });
  return bridge;
};

const said = async (
  call: Promise<{ readonly content: readonly unknown[]; readonly isError?: boolean | undefined }>,
) => {
  const { content, isError } = await call;
  return { isError, text: String((content[0] as { text?: string }).text) };
};

beforeEach(async () => {
  house = await startMcpHouse({ name: 'home' });
  home = makeHome();
});
afterEach(async () => {
  await bridge?.stop();
  bridge = undefined;
  await house.stop().catch(() => {});
  home.remove();
});

describe('a controller that', () => {
  test('has forgotten the session gets a new one, and the assistant does not notice', async () => {
    const { call, client } = await start();
    await client.subscribeResource({ uri: 'service://rooms' });
    await client.setLoggingLevel('error');
    house.forget();

    assert.deepEqual((await call('where')).structuredContent, { name: 'home', args: {} });
    assert.equal(house.sessions.size, 1);
    assert.equal(house.seen.filter((each) => each === 'tools/call where').length, 1);
    await bridge?.until(
      'the new session',
      () => bridge?.heard.includes('notifications/resources/updated service://rooms') === true,
    );
    assert.equal(house.seen.filter((each) => each === 'resources/subscribe').length, 2);
    assert.equal(house.seen.filter((each) => each === 'logging/setLevel error').length, 2);
  });

  test('refuses with 400 again and again gets each call twice at most', async () => {
    const { call } = await start();
    house.refuse = 400;
    house.tokens.length = 0;

    const { isError, text } = await said(call('where'));

    assert.equal(isError, true);
    assert.match(text, /"home".*status 400/);
    assert.ok(house.tokens.length <= 6, `${house.tokens.length} requests`);
  });

  for (const [status, expected] of [
    [401, /controller "home" \(http:.*\) refuses the token \(status 401\)/],
    [404, /has its MCP skill switched off/],
    [511, /reached through remote access, where MCP is not available/],
    [503, /answers with status 503/],
    [307, /answers with status 307/],
  ] as const) {
    test(`answers with ${status} is quoted in words, and the tools of the bridge stay`, async () => {
      const { call, client, log } = await start();
      house.refuse = status;

      const { isError, text } = await said(call('where'));
      const current = await call('controller_current');

      assert.equal(isError, true);
      assert.match(text, expected);
      assert.match(String((current.structuredContent as { problem?: string }).problem), expected);
      await assert.rejects(client.listPrompts(), expected);
      assert.equal((await client.listTools()).tools.length, 4);
      assert.doesNotMatch(log() + text, new RegExp(TOKEN));
    });
  }

  test('is switched off in the middle of a call is told of at once, and found again when it is back', async () => {
    const { call, until, heard } = await start();
    const waiting = said(call('wait'));
    while (!house.seen.includes('tools/call wait')) await call('where');
    await house.stop();

    const { isError, text } = await waiting;
    assert.equal(isError, true);
    assert.match(text, /"home".*broke before its answer: whether the call was carried out is not known/);
    assert.match((await said(call('where'))).text, /cannot be reached: nothing listens at that address/);

    heard.length = 0;
    house = await startMcpHouse({ name: 'home', port: house.port });
    await until('the lists', () => LISTS.every((list) => heard.includes(list)));
    assert.deepEqual((await call('where')).structuredContent, { name: 'home', args: {} });
  });

  test('is back before it was tried again answers the next call', async () => {
    const { call } = await start();
    await house.stop();
    for (const _ of [1, 2, 3, 4]) assert.equal((await call('where')).isError, true);
    house = await startMcpHouse({ name: 'home', port: house.port });

    assert.equal((await call('where')).isError, undefined);
  });

  test('falls silent is given up within bounded time', async () => {
    const { call } = await start();
    const waiting = said(call('wait'));
    while (!house.seen.includes('tools/call wait')) await call('where');
    house.mute = true;

    assert.match((await waiting).text, /does not answer any more: whether the call was carried out is not known/);
  });

  test('is not there yet when the assistant comes does not keep it waiting', async () => {
    await house.stop();
    const { client, until, heard, call } = await start();
    assert.equal((await client.listTools()).tools.length, 4);
    assert.equal((await call('controller_current')).structuredContent?.answers, false);

    house = await startMcpHouse({ name: 'home', port: house.port });

    await until('the lists', () => LISTS.every((list) => heard.includes(list)));
    assert.ok((await client.listTools()).tools.length > 4);
  });
});

describe('over https', () => {
  const certificate = makeCertificate();
  const other = makeCertificate();

  beforeEach(async () => {
    await house.stop();
    house = await startMcpHouse({ name: 'home', tls: certificate });
  });

  test('a controller with the right fingerprint is worked with, however it is written', async () => {
    const { call } = await start({ fingerprint: certificate.fingerprint.toLowerCase().replaceAll(':', '') });

    assert.deepEqual((await call('where')).structuredContent, { name: 'home', args: {} });
  });

  test('without a fingerprint nothing is sent, and the one that is seen is named', async () => {
    const { call } = await start();

    const { isError, text } = await said(call('where'));

    assert.equal(isError, true);
    assert.ok(text.includes(certificate.fingerprint), text);
    assert.deepEqual(house.tokens, []);
  });

  test('with another fingerprint nothing is sent, and both are named', async () => {
    const { call } = await start({ fingerprint: other.fingerprint });

    const { text } = await said(call('where'));

    assert.ok(text.includes(certificate.fingerprint) && text.includes(other.fingerprint), text);
    assert.deepEqual(house.tokens, []);
  });

  test('what does not speak TLS at all is told apart', async () => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => plain.once('listening', resolve));
    const { port } = plain.address() as { port: number };
    const { call } = await start({ address: `https://127.0.0.1:${port}/mcp`, fingerprint: other.fingerprint });

    assert.match((await said(call('where'))).text, /does not speak TLS|was cut/);
    plain.close();
  });
});
