import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { advance, as, call } from '../http-client.ts';

const run = promisify(execFile);

describe('programs that people use', () => {
  let sandbox: RunningSandbox;
  const curl = async (name: string, ...options: readonly string[]): Promise<unknown> => {
    const login = ['-H', 'auth-username: resident', '-H', 'auth-password: sandbox-resident'];
    const { stdout } = await run('curl', [
      '-sSk',
      '-m',
      '5',
      ...login,
      ...options,
      name.startsWith('http') ? name : `${sandbox.http}/api/v1/${name}`,
    ]);
    return JSON.parse(stdout);
  };

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.stop());

  test('curl switches a lamp with a form', async () => {
    const answer = await curl(
      'componentUpdate',
      '-d',
      'cid=C1',
      '-d',
      'property=state',
      '--data-urlencode',
      'value=true',
    );
    await advance(sandbox.http, 5);
    const lamp = await call(
      sandbox.http,
      'getComponentData',
      { cid: 'C1', property: 'state' },
      { headers: as('resident') },
    );

    assert.deepEqual(answer, { C1: true });
    assert.equal(lamp.as<{ value: unknown }>().value, true);
  });

  test('curl reads over HTTP and HTTPS, with GET, JSON and a large body that it asks leave for', async () => {
    const expected = await curl('getRooms');
    const padded = JSON.stringify({ padding: 'x'.repeat(100_000) });

    assert.ok(Array.isArray(expected) && expected.length > 0);
    assert.deepEqual(await curl(`${sandbox.https}/api/v1/getRooms`), expected);
    assert.deepEqual(await curl('getRooms', '-X', 'POST'), expected);
    assert.deepEqual(await curl('getRooms', '--http1.0'), expected);
    assert.deepEqual(
      await curl('getRooms', '-H', 'content-type: application/json', '-H', 'expect: 100-continue', '-d', padded),
      expected,
    );
  });

  test('a client that offers HTTP/2 with its request, as Java does, is answered all the same', async () => {
    const offer = [
      '-H',
      'connection: Upgrade, HTTP2-Settings',
      '-H',
      'upgrade: h2c',
      '-H',
      'http2-settings: AAMAAABkAARAAAAAAAIAAAAA',
    ];

    assert.deepEqual(await curl('getRooms', ...offer), await curl('getRooms'));
    assert.deepEqual(
      await curl('componentUpdate', ...offer, '-d', 'cid=C1', '-d', 'property=state', '-d', 'value=false'),
      { C1: true },
    );
  });

  test('fetch logs in and uses its session', async () => {
    const login = await fetch(`${sandbox.http}/api/v1/auth`, { method: 'POST', headers: as('resident') });
    const { sessionID } = (await login.json()) as { sessionID: string };

    const answer = await fetch(`${sandbox.http}/api/v1/getScenes?x-service-sid=${sessionID}`);

    assert.equal(answer.status, 200);
    assert.ok(((await answer.json()) as readonly unknown[]).length >= 8);
  });
});
