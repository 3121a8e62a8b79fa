import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CONTROL, JOURNAL } from '../../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from '../fixtures.ts';
import { advance, as, call, control, now, send, sessionOf, withSession } from '../http-client.ts';
import { assertSentence } from '../sentence.ts';

const START = '2030-06-01T05:00:00.000Z';

describe('driving the sandbox', () => {
  let sandbox: RunningSandbox;

  before(async () => {
    sandbox = await startSandbox(['--scenario', 'family-home', '--start', START, '--remote-port', '0']);
  });
  beforeEach(() => control(sandbox.http, '/reset', { scenario: 'family-home', seed: 1 }));
  after(() => sandbox.stop());

  for (const row of CONTROL.filter(({ later }) => !later)) {
    for (const body of row.bodies.length > 0 ? row.bodies : [undefined]) {
      if (row.path.endsWith('/devices')) continue;
      test(`${row.method} ${row.path} ${JSON.stringify(body) ?? ''} is answered over HTTP and HTTPS`, async () => {
        for (const base of [sandbox.http, sandbox.https]) {
          const answer = await send(`${base}${row.path}`, {
            method: row.method,
            ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
          });

          assert.equal(answer.status, 200, answer.text);
          if (typeof row.answer === 'string') assert.match(String(answer.headers['content-type']), /json|text\/plain/);
          else assert.deepEqual(Object.keys(answer.as<object>()).toSorted(), [...row.answer].toSorted());
        }
      });
    }
  }

  for (const row of CONTROL.filter(({ later }) => later)) {
    test(`${row.method} ${row.path} says clearly that it is not there`, async () => {
      const answer = await send(`${sandbox.http}${row.path}`, {
        method: row.method,
        ...(row.bodies[0]
          ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(row.bodies[0]) }
          : {}),
      });

      assertSentence(answer, answer.status, row.path);
      assert.ok(answer.status >= 400 && answer.status < 600, `${answer.status}`);
    });
  }

  test('the state tells where and when one is', async () => {
    const state = (await send(`${sandbox.http}/sandbox/v1`)).as<Record<string, unknown>>();

    assert.deepEqual([state.scenario, state.seed, state.now, state.speed], ['family-home', 1, START, 0]);
    assert.ok(Number(state.components) >= 60);
  });

  test('time goes on by seconds, to an instant, and by itself', async () => {
    const byHour = (await control(sandbox.http, '/clock', { advance: 3_600.5 })).as<{ now: string; speed: number }>();
    assert.deepEqual(byHour, { now: '2030-06-01T06:00:00.500Z', speed: 0 });

    const toNoon = await control(sandbox.http, '/clock', { advanceTo: '2030-06-01T12:00:00Z' });
    assert.deepEqual(toNoon.body, { now: '2030-06-01T12:00:00.000Z', speed: 0 });
    assert.equal(
      (await control(sandbox.http, '/clock', { advanceTo: '2030-06-01T12:00:00.000Z' })).status,
      200,
      'now is not the past',
    );

    const running = await control(sandbox.http, '/clock', { speed: 100 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const later = await now(sandbox.http);
    await control(sandbox.http, '/clock', { speed: 0 });
    const stopped = await now(sandbox.http);
    await new Promise((resolve) => setTimeout(resolve, 50));

    assert.equal(running.as<{ speed: number }>().speed, 100);
    const passed = later - Date.parse('2030-06-01T12:00:00Z');
    assert.ok(passed >= 25_000 && passed < 120_000, `${passed} ms`);
    assert.equal(await now(sandbox.http), stopped);
  });

  test('a path that does not exist is 404', async () => {
    for (const path of ['/castle', '/clock/1', '/journal/x']) {
      const answer = await send(`${sandbox.http}/sandbox/v1${path}`);
      assertSentence(answer, 404, path);
    }
  });

  test('is not there on the remote path', async () => {
    for (const path of ['', '/journal', '/clock']) {
      const answer = await send(
        `${sandbox.remote}/sandbox/v1${path}`,
        path === '/clock'
          ? { method: 'POST', body: '{"advance":1}', headers: { 'content-type': 'application/json' } }
          : {},
      );
      assert.ok(answer.status === 404 || answer.status === 401, `${path}: ${answer.status}`);
      assert.doesNotMatch(answer.text, /family-home|"seq"/);
    }
    assert.equal(await now(sandbox.http), Date.parse(START));
  });

  test('a device that is worked by hand reports it at once, as when somebody presses the wall switch', async () => {
    await advance(sandbox.http, 90);

    const answer = await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
    const data = await call(
      sandbox.http,
      'getComponentData',
      { cid: 'C1', property: 'state' },
      { headers: as('resident') },
    );

    assert.deepEqual(answer.body, { ok: true });
    assert.deepEqual(data.body, { value: true, content: 1, lastUpdate: '2030-06-01T05:01:30.000Z' });
  });

  test('the journal has one object a line, numbered from 1, with the fields of its kind', async () => {
    await call(
      sandbox.http,
      'componentUpdate',
      { cid: 'C1', property: 'state', value: true },
      { headers: as('resident') },
    );
    await control(sandbox.http, '/devices', { cid: 'C24', property: 'state', content: 1 });
    const scene = call(sandbox.http, 'executeScene', { id: 4 }, { headers: as('resident') });
    let done = false;
    void scene.finally(() => {
      done = true;
    });
    while (!done) await advance(sandbox.http, 10);

    const answer = await send(`${sandbox.http}/sandbox/v1/journal`);
    assert.ok(answer.text.endsWith('\n'));
    const all = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const kinds = new Set<unknown>();
    let last = '';
    for (const [index, line] of all.entries()) {
      const row = JOURNAL.find(({ kind }) => kind === line.kind);
      assert.ok(row, JSON.stringify(line));
      assert.deepEqual(Object.keys(line).slice(0, 3), ['seq', 'at', 'kind']);
      for (const field of row.fields) assert.ok(field in line, `${field} in ${JSON.stringify(line)}`);
      assert.equal(line.seq, index + 1);
      assert.match(String(line.at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.ok(String(line.at) >= last, 'in order');
      last = String(line.at);
      kinds.add(line.kind);
    }
    assert.deepEqual([...kinds].toSorted(), ['command', 'entry', 'report', 'scene']);
  });

  test('a reset makes everything as freshly started: sessions, lockouts, passwords, values, time, speed', async () => {
    const fresh = await send(`${sandbox.http}/sandbox/v1/journal`);
    const session = withSession(await sessionOf(sandbox.http, 'resident'));
    await call(
      sandbox.http,
      'setPassword',
      { oldPassword: 'sandbox-resident', newPassword: 'another password' },
      { headers: session },
    );
    for (let time = 0; time < 6; time += 1)
      await call(sandbox.http, 'auth', {}, { headers: { ...as('guest'), 'auth-password': 'x' } });
    await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
    await advance(sandbox.http, 86_400);
    await control(sandbox.http, '/clock', { speed: 3 });

    const answer = await control(sandbox.http, '/reset', {});

    assert.deepEqual(answer.body, { scenario: 'family-home', seed: 1, now: START });
    assert.equal((await call(sandbox.http, 'getVersion', {}, { headers: session })).errorCode, 106);
    assert.equal((await call(sandbox.http, 'auth', {}, { headers: as('guest') })).status, 200);
    assert.equal((await call(sandbox.http, 'auth', {}, { headers: as('resident') })).status, 200);
    assert.equal((await send(`${sandbox.http}/sandbox/v1`)).as<{ speed: number }>().speed, 0);
    assert.equal((await send(`${sandbox.http}/sandbox/v1/journal`)).text, fresh.text);
  });

  test('a reset can change the scenario and the seed', async () => {
    const small = await control(sandbox.http, '/reset', { scenario: 'generated:components=3,rooms=1', seed: 42 });
    const state = (await send(`${sandbox.http}/sandbox/v1`)).as<Record<string, unknown>>();
    await control(sandbox.http, '/reset', { scenario: 'family-home', seed: 1 });

    assert.equal(small.status, 200, small.text);
    assert.deepEqual([state.seed, state.components, state.scenario], [42, 3, 'generated:components=3,rooms=1']);
  });

  test('other requests are served while time goes on, and it is answered when everything has happened', async () => {
    let done = false;
    const going = advance(sandbox.http, 14 * 86_400).finally(() => {
      done = true;
    });
    let served = 0;
    let slowest = 0;
    while (!done) {
      const asked = Date.now();
      assert.equal((await call(sandbox.http, 'getVersion', {}, { headers: as('resident') })).status, 200);
      slowest = Math.max(slowest, Date.now() - asked);
      served += 1;
    }
    await going;

    assert.ok(served > 3, `${served} served`);
    assert.ok(slowest < 750, `${slowest} ms`);
    assert.equal(await now(sandbox.http), Date.parse(START) + 14 * 86_400_000);
  });
});
