import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CALLS } from '../../docs/spec/index.ts';
import { pause, type RunningSandbox, startSandbox, until } from '../fixtures.ts';
import { advance, as, call, control, sessionOf, withSession } from '../http-client.ts';
import { SAMPLES } from '../samples.ts';
import { askedToLogIn, connect, passwordOf, readyWith } from '../socket-client.ts';

/** Long enough for an answer that does come. */
const SILENCE_MS = 250;

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => control(sandbox.http, '/reset', {}));
after(() => sandbox.stop());

describe('a connection', () => {
  test('that has not logged in gets no answer to any call and hears of nothing', async () => {
    const socket = await connect(sandbox.http);
    await askedToLogIn(socket);

    const answered = await Promise.all(
      CALLS.filter(({ name }) => name !== 'auth').map(({ name }) => socket.isAnswered(name, SAMPLES[name], SILENCE_MS)),
    );
    await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
    await pause(SILENCE_MS);

    assert.deepEqual(
      answered,
      answered.map(() => false),
    );
    assert.deepEqual(socket.batches, []);
    socket.close();
  });

  test('hears of changes only once init was answered', async () => {
    const socket = await connect(sandbox.http, {
      query: { 'x-service-sid': await sessionOf(sandbox.http, 'resident') },
    });
    await socket.ask('getVersion');
    await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
    await pause(SILENCE_MS);
    assert.deepEqual(socket.batches, []);

    await socket.ask('init', { language: 'en', appName: 'property-tests' });
    await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 0 });
    await until(() => socket.batches.length > 0, 'onComponentUpdate');

    assert.deepEqual(
      socket.updates().map(({ content }) => content),
      [0],
      'what was before is not told again',
    );
    socket.close();
  });

  test('is locked out like a request', async () => {
    const socket = await connect(sandbox.http);
    await askedToLogIn(socket);
    for (let time = 0; time < 6; time += 1) {
      assert.equal(
        ((await socket.ask('auth', { username: 'resident', password: 'x' })) as { errorCode: number }).errorCode,
        110,
      );
    }

    const blocked = (await socket.ask('auth', passwordOf('resident'))) as {
      errorCode: number;
      errorText: string;
      retryAfter: number;
    };
    const overHttp = await call(sandbox.http, 'auth', {}, { headers: as('resident') });
    await advance(sandbox.http, 1);

    assert.deepEqual(blocked, { errorCode: 109, errorText: 'Too many authorization attempts', retryAfter: 1 });
    assert.deepEqual(overHttp.body, blocked);
    assert.ok('sessionID' in ((await socket.ask('auth', passwordOf('resident'))) as object));
    socket.close();
  });

  test('with a session in a cookie of the same site is logged in; one from elsewhere is not', async () => {
    const cookie = `x-service-sid=${await sessionOf(sandbox.http, 'resident')}`;
    const own = await connect(sandbox.http, { headers: { cookie } });
    const foreign = await connect(sandbox.http, { headers: { cookie, origin: 'https://elsewhere.example' } });

    assert.equal(await own.isAnswered('getVersion', undefined, 2_000), true);
    await askedToLogIn(foreign);
    assert.equal(await foreign.isAnswered('getVersion', undefined, SILENCE_MS), false);
    own.close();
    foreign.close();
  });

  test('that logs out is asked to log in again and hears of nothing more, and its session is over', async () => {
    const id = await sessionOf(sandbox.http, 'resident');
    const [socket, other] = [await readyWith(sandbox.http, id), await readyWith(sandbox.http, id)];
    const apart = await readyWith(sandbox.http, await sessionOf(sandbox.http, 'resident'));

    assert.equal(await socket.ask('logout'), true);

    await askedToLogIn(socket);
    await askedToLogIn(other);
    await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });
    await until(() => apart.batches.length > 0, 'the session that goes on hears of it');
    await pause(SILENCE_MS);
    assert.deepEqual([socket.batches, other.batches], [[], []]);
    assert.equal(await socket.isAnswered('getVersion', undefined, SILENCE_MS), false);
    assert.equal((await call(sandbox.http, 'getVersion', {}, { headers: withSession(id) })).errorCode, 106);
    for (const one of [socket, other, apart]) one.close();
  });

  test('falls back when its session is ended over HTTP', async () => {
    const id = await sessionOf(sandbox.http, 'guest');
    const socket = await readyWith(sandbox.http, id);

    await call(sandbox.http, 'logout', {}, { headers: withSession(id) });

    await askedToLogIn(socket);
    socket.close();
  });

  test('that drops and comes back has to log in again, and what happened meanwhile is not replayed', async () => {
    const first = await connect(sandbox.http);
    await askedToLogIn(first);
    await first.ask('auth', passwordOf('resident'));
    first.close();
    await control(sandbox.http, '/devices', { cid: 'C1', property: 'state', content: 1 });

    const second = await connect(sandbox.http);
    await askedToLogIn(second);
    await second.ask('auth', passwordOf('resident'));
    await second.ask('init', { language: 'en', appName: 'property-tests' });
    await pause(SILENCE_MS);

    assert.deepEqual(second.batches, []);
    second.close();
  });

  test('to another namespace is refused', async () => {
    for (const base of [`${sandbox.http}/castle#`, `${sandbox.http}/%00#`])
      await assert.rejects(connect(base.replace('#', '')), /nvalid namespace|connection/);
  });

  test('ends when everything begins anew', async () => {
    const socket = await readyWith(sandbox.http, await sessionOf(sandbox.http, 'resident'));

    await control(sandbox.http, '/reset', {});

    await until(() => !socket.connected() || socket.states.length > 0, 'it is asked to log in, or cut off');
    assert.equal(await socket.isAnswered('getVersion', undefined, SILENCE_MS), false);
    socket.close();
  });

  test('gives the same answer to every call as HTTP', async () => {
    const id = await sessionOf(sandbox.http, 'admin');
    const socket = await readyWith(sandbox.http, id);
    for (const { name, parameters } of CALLS.filter(
      (row) => !['auth', 'logout', 'executeScene', 'setPassword'].includes(row.name),
    )) {
      for (const input of [
        SAMPLES[name],
        {},
        ...parameters.map((one) => ({ ...SAMPLES[name], [one.name]: [{ deep: [] }] })),
      ]) {
        const overHttp = await call(sandbox.http, name, input, { headers: withSession(id) });
        assert.deepEqual(await socket.ask(name, input), overHttp.body, `${name} ${JSON.stringify(input)}`);
      }
    }
    socket.close();
  });
});
