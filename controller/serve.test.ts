import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pause, type RunningSandbox, run, startServe, temporaryFolder } from '../property-tests/fixtures.ts';
import { call, credentials, send } from '../property-tests/http-client.ts';

const HOUSE = `name: Town hall
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
rooms: [{ id: 1, name: Hall }]
components: [{ cid: C1, type: switch, name: Light, rooms: [1], bus: simulator }]
`;
const PASSWORD = 'correct horse battery';
const GIVEN = `${HOUSE}administrator: { username: owner, password: { file: password.txt } }\n`;
const OWNER = { headers: credentials('owner', PASSWORD) };

/** A folder with a configuration, and the owner's password beside it. */
const folderWith = (context: TestContext, configuration = GIVEN) => {
  const folder = temporaryFolder();
  context.after(async () => {
    // Whoever still keeps something in it comes first.
    for (const { stop } of started.splice(0)) await stop();
    folder.remove();
  });
  const file = join(folder.path, 'controller.yaml');
  writeFileSync(file, configuration);
  writeFileSync(join(folder.path, 'password.txt'), `${PASSWORD}\n`);
  return { folder: folder.path, file };
};

/** What the present test has started. */
const started: RunningSandbox[] = [];

const serve = async (file: string, more: Parameters<typeof startServe>[1] = {}) => {
  const running = await startServe(file, more);
  started.push(running);
  return running;
};

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());

describe('twinhaus serve', () => {
  test('begins with the administrator whose password a file beside the configuration holds, and keeps that to itself', async (context) => {
    const { folder, file } = folderWith(context);
    const running = await serve(file);
    const reply = await call(running.http, 'getUsers', {}, OWNER);

    assert.deepEqual(
      reply.as<{ username: string }[]>().map(({ username }) => username),
      ['owner'],
    );
    assert.equal(await running.stop(), 0);
    assert.deepEqual(running.lines, []);
    for (const path of filesIn(join(folder, 'data'))) {
      assert.ok(!readFileSync(path).includes(PASSWORD), `${path} holds the password`);
    }
    assert.ok(!running.log().includes(PASSWORD));
  });

  test('shows the password that it made once, at the first start', async (context) => {
    const { file } = folderWith(context, HOUSE);
    const first = await serve(file);
    while (first.lines.length === 0) await pause(10);
    const [made] = first.lines.map((line) => JSON.parse(line) as { username: string; password: string });
    assert.ok(made);
    const { username, password } = made;
    const reply = await call(first.http, 'getVersion', {}, { headers: credentials(username, password) });
    await first.stop();
    const second = await serve(file);

    assert.equal(reply.status, 200);
    assert.deepEqual(second.lines, []);
    assert.ok(!first.log().includes(password));
  });

  test('accepts a password of the sandbox for nobody', async (context) => {
    const { file } = folderWith(context);
    const { http } = await serve(file);
    const guest = { username: 'guest', group: 'user' };
    const added = await call(http, 'addUser', { ...guest, password: 'a fine password' }, OWNER);
    const { id } = added.as<{ id: number }>();
    const tried = [
      await call(http, 'addUser', { ...guest, username: 'other', password: 'sandbox-guest' }, OWNER),
      await call(http, 'setUser', { id, password: 'sandbox-guest' }, OWNER),
      await call(http, 'setPassword', { oldPassword: PASSWORD, newPassword: 'sandbox-admin' }, OWNER),
    ];

    for (const { status, errorCode } of tried) assert.deepEqual([status, errorCode], [400, 106]);
    assert.equal((await call(http, 'getVersion', {}, OWNER)).status, 200);
  });

  test('does not begin with a password of the sandbox', async (context) => {
    const { folder, file } = folderWith(context);
    writeFileSync(join(folder, 'password.txt'), 'sandbox-admin\n');
    const { status, stderr } = await run(['serve', '--config', file]);

    assert.equal(status, 2);
    assert.match(stderr, /one of the sandbox/);
  });

  test('has pages that speak of the building, and of no sandbox', async (context) => {
    const { file } = folderWith(context);
    const { http } = await serve(file);
    const pages = await Promise.all(['/', '/docs', '/api/v1/openapi.json'].map((path) => send(http + path)));

    for (const { status, text } of pages) {
      assert.equal(status, 200);
      assert.doesNotMatch(text, /sandbox|simulated|seed/i);
    }
    assert.match(pages[0]?.text ?? '', /Town hall/);
  });

  test('writes its log as one JSON object a line, if it is asked to', async (context) => {
    const { file } = folderWith(
      context,
      HOUSE.replace('bus: simulator', 'bus: broker, points: { state: { topic: a } }'),
    );
    writeFileSync(file, `${readFileSync(file, 'utf8')}buses: { broker: { type: mqtt, url: "mqtt://127.0.0.1:1" } }\n`);
    const running = await serve(file, { args: ['--log', 'json'] });
    while (running.log() === '') await pause(10);
    await running.stop();
    const lines = running.log().trimEnd().split('\n');

    for (const line of lines) {
      const { time, level, part, message } = JSON.parse(line) as Record<string, string>;
      assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.match(String(level), /^(info|error)$/);
      assert.equal(part, 'broker');
      assert.ok(message);
    }
  });

  for (const [what, mend, says] of [
    ['a port that is taken', (port: string) => ['--http-port', port], /port \d+ is taken: .*listen: \{ http: … \}/],
    ['an address of another machine', () => ['--host', '192.0.2.1'], /192\.0\.2\.1 .*listen: \{ host: … \}/],
    ['a form of the log that is none', () => ['--log', 'xml'], /text or json/],
  ] as const) {
    test(`refuses ${what} in one line that says where to mend it`, async (context) => {
      const { file } = folderWith(context);
      const { http } = await serve(folderWith(context).file);
      const { status, stderr } = await run([
        ...['serve', '--config', file, '--host', '127.0.0.1', '--http-port', '0', '--https-port', '0'],
        ...mend(new URL(http).port),
      ]);

      assert.equal(status, 2, stderr);
      assert.match(stderr, says);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });
  }

  test('rehearses a start on a copy while it runs, and changes nothing', async (context) => {
    const { folder, file } = folderWith(context);
    const none = await run(['serve', '--config', file, '--rehearse']);
    const { http } = await serve(file);
    await call(http, 'addRoom', { name: 'Attic', zones: [] }, OWNER);
    const kept = readFileSync(join(folder, 'data', 'certificate.pem'));
    const { status, stdout, stderr } = await run(['serve', '--config', file, '--rehearse']);

    assert.equal(none.status, 2);
    assert.match(none.stderr, /holds no house/);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /1 components, 2 rooms, 0 automations, 1 users .*Nothing was changed/);
    assert.deepEqual(readFileSync(join(folder, 'data', 'certificate.pem')), kept);
    assert.equal((await call(http, 'getRooms', {}, OWNER)).as<unknown[]>().length, 2);
    assert.deepEqual(
      readdirSync(tmpdir()).filter((name) => name.startsWith('twinhaus-rehearsal-')),
      [],
    );
  });

  test('stops within two seconds, also with clients that do not go', async (context) => {
    const { file } = folderWith(context);
    const running = await serve(file);
    const sockets = await Promise.all([hold(running.http), hold(running.http)]);
    const begun = performance.now();
    const status = await running.stop();
    const took = performance.now() - begun;
    for (const socket of sockets) socket.destroy();

    assert.equal(status, 0, running.log());
    assert.ok(took < 2_000, `it took ${took} ms`);
  });
});

/** A client that has asked half a question and waits. */
const hold = async (http: string) => {
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(http);
  const socket = connect(Number(port), hostname);
  await new Promise((ready) => socket.once('connect', ready));
  socket.on('error', () => {});
  socket.write('POST /api/v1/getVersion HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n');
  return socket;
};
