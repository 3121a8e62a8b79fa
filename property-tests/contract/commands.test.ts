import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { READY_LINE } from '../../docs/spec/index.ts';
import { run, startSandbox, temporaryFolder } from '../fixtures.ts';
import { as, call, send } from '../http-client.ts';
import { ready } from '../socket-client.ts';

const STACK = /^\s+at .*[:(]\d+/m;

/** One line that says what is wrong, and nothing else. */
function assertRefused(
  { status, stdout, stderr }: { status: number | null; stdout: string; stderr: string },
  what: string,
): void {
  assert.equal(status, 2, `${what}: ${stderr}`);
  assert.equal(stdout, '', what);
  assert.match(stderr.trimEnd(), /^[^\n]{10,1000}$/, what);
  assert.doesNotMatch(stderr, STACK, what);
}

describe('the command twinhaus', () => {
  test('explains itself with status 0', async () => {
    const [all, sandbox] = await Promise.all([run(['--help']), run(['sandbox', '--help'])]);

    assert.deepEqual([all.status, sandbox.status], [0, 0]);
    assert.match(all.stdout, /\bsandbox\b/);
    for (const option of [
      'scenario',
      'seed',
      'start',
      'speed',
      'host',
      'http-port',
      'https-port',
      'remote-port',
      'data',
      'json',
    ]) {
      assert.match(sandbox.stdout, new RegExp(`--${option}\\b`));
    }
  });

  for (const args of [
    [],
    ['castle'],
    ['sandbox', '--castle'],
    ['sandbox', 'castle'],
    ['sandbox', '--seed', 'x'],
    ['sandbox', '--seed', '1.5'],
    ['sandbox', '--seed'],
    ['sandbox', '--speed', '-1'],
    ['sandbox', '--speed', 'fast'],
    ['sandbox', '--start', 'yesterday'],
    ['sandbox', '--http-port', '65536'],
    ['sandbox', '--https-port', '-1'],
    ['sandbox', '--remote-port', 'x'],
    ['sandbox', '--scenario', 'no-such-house'],
    ['sandbox', '--scenario', './no-such-file.yaml'],
    ['sandbox', '--scenario', 'generated:components=50001'],
    ['sandbox', '--scenario', 'generated:elephants=1'],
    ['sandbox', '--host', '0.0.0.0'],
  ]) {
    test(`refuses "${args.join(' ')}" with status 2 and one line`, async () => {
      assertRefused(await run(args), args.join(' '));
    });
  }

  test('says where a scenario file is wrong', async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'broken.yaml');
    writeFileSync(
      file,
      [
        'name: broken',
        'house: Broken',
        'timeZone: Europe/Berlin',
        'place: { latitude: 52, longitude: 13 }',
        'zones: []',
        'rooms: []',
        'components:',
        '  - { cid: C1, type: elephant, name: X, rooms: [] }',
        'scenes: []',
      ].join('\n'),
    );
    const refused = await run(['sandbox', '--scenario', file]);
    folder.remove();

    assertRefused(refused, 'a broken file');
    assert.match(refused.stderr, /broken\.yaml/);
    assert.match(refused.stderr, /\b8\b/, 'names the line');
    assert.match(refused.stderr, /elephant|type/);
  });
});

describe('a sandbox that is ready', () => {
  test('says so in one line of JSON, and nothing else goes to standard output', async () => {
    const sandbox = await startSandbox(['--remote-port', '0', '--seed', '5']);
    await call(sandbox.http, 'getVersion', {}, { headers: as('resident') });
    await call(sandbox.http, 'auth', {}, { headers: { ...as('resident'), 'auth-password': 'wrong' } });

    assert.deepEqual(Object.keys(sandbox.ready), READY_LINE);
    assert.match(sandbox.http, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(sandbox.https, /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.match(sandbox.remote ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(sandbox.fingerprint, /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    assert.deepEqual([sandbox.scenario, sandbox.seed, sandbox.pid], ['family-home', 5, sandbox.process.pid]);
    assert.equal(await sandbox.stop(), 0);
    for (const line of sandbox.lines) assert.doesNotThrow(() => JSON.parse(line), line);
    assert.doesNotMatch(sandbox.log(), /sandbox-resident|wrong/, 'no password is logged');
  });

  test('has no remote path unless asked', async () => {
    const sandbox = await startSandbox();

    assert.equal(sandbox.remote, null);
    assert.equal(sandbox.seed, 1, "the scenario's");
    await sandbox.stop();
  });

  test('takes the next free port if the default is taken, and does not if the port was asked for', async () => {
    const blocker = createServer();
    const free = await new Promise<boolean>((resolve) => {
      blocker.once('error', () => resolve(false)).listen(8080, '127.0.0.1', () => resolve(true));
    });
    const sandbox = await startSandbox([], { ports: 'default' });
    const [http, https] = [Number(new URL(sandbox.http).port), Number(new URL(sandbox.https).port)];
    const refused = await run(['sandbox', '--json', '--https-port', '0', '--http-port', String(http)]);
    await sandbox.stop();
    if (free) await once(blocker.close(), 'close');

    assert.ok(http > 8080 && http < 8443, `${http}`);
    assert.ok(https >= 8443, `${https}`);
    assert.notEqual(refused.status, 0);
    assert.match(refused.stderr, new RegExp(String(http)));
    assert.doesNotMatch(refused.stderr, STACK);
  });

  test('listens on loopback only', async () => {
    const sandbox = await startSandbox();
    const address = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
    const reached = address
      ? await send(`http://${address}:${new URL(sandbox.http).port}/sandbox/v1`).catch(() => null)
      : null;
    await sandbox.stop();

    assert.equal(reached, null);
  });

  test('on any other address demands a token for driving it', async () => {
    const sandbox = await startSandbox(['--host', '0.0.0.0', '--control-token', 'drive-me']);
    const url = `http://127.0.0.1:${new URL(sandbox.http).port}/sandbox/v1`;
    const [none, wrong, right] = await Promise.all(
      [{}, { authorization: 'Bearer drive-you' }, { authorization: 'Bearer drive-me' }].map((headers) =>
        send(url, { headers }),
      ),
    );
    await sandbox.stop();

    assert.deepEqual([none?.status, wrong?.status, right?.status], [401, 401, 200]);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`ends within two seconds at ${signal}, whoever is connected and whatever is under way`, async () => {
      const sandbox = await startSandbox();
      const socket = await ready(sandbox.http, 'resident');
      const scene = call(sandbox.http, 'executeScene', { id: 1 }, { headers: as('resident') }).catch(() => undefined);
      const going = send(`${sandbox.http}/sandbox/v1/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advance: 315_000_000 }),
      }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));

      const asked = Date.now();
      const status = await sandbox.stop(signal);
      const took = Date.now() - asked;
      await Promise.all([scene, going]);
      socket.close();

      assert.equal(status, 0, sandbox.log());
      assert.ok(took < 2_000, `${took} ms`);
      assert.doesNotMatch(sandbox.log(), STACK);
    });
  }

  test('shares its data folder with nobody', async () => {
    const folder = temporaryFolder();
    const sandbox = await startSandbox(['--data', folder.path]);
    const second = await run(['sandbox', '--json', '--http-port', '0', '--https-port', '0', '--data', folder.path]);
    const answer = await call(sandbox.http, 'getVersion', {}, { headers: as('resident') });
    await sandbox.stop();
    folder.remove();

    assertRefused(second, 'a second process');
    assert.equal(answer.status, 200);
  });
});
