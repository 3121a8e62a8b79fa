import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { FORGOTTEN_AFTER_SECONDS, LOCKOUT } from '../docs/spec/index.ts';
import { type RunningSandbox, startSandbox } from './fixtures.ts';
import { advance, as, call, control, credentials, type Reply, sessionOf, withSession } from './http-client.ts';
import { LockoutModel } from './models/lockout.ts';

const HERE = '127.0.0.1';
const ELSEWHERE = '127.0.0.2';

describe('whoever guesses passwords has to wait', () => {
  let sandbox: RunningSandbox;
  const login = (username: string, password: string, from = HERE): Promise<Reply> =>
    call(sandbox.http, 'auth', undefined, { headers: credentials(username, password), from });
  const wrong = (username: string, from = HERE) => login(username, 'not the password', from);
  const right = (from = HERE) => call(sandbox.http, 'auth', undefined, { headers: as('resident'), from });
  const fails = async (times: number, guess: () => Promise<Reply>) => {
    for (let time = 0; time < times; time += 1) assert.equal((await guess()).errorCode, 110);
  };

  before(async () => {
    sandbox = await startSandbox(['--scenario', 'one-room'], { passwords: 'cheap' });
  });
  beforeEach(() => control(sandbox.http, '/reset', {}));
  after(() => sandbox.stop());

  test('every second of the table: each failure blocks for as long as its row says, and no longer', async () => {
    let seconds = 0;
    for (const { failures, blockedSeconds } of LOCKOUT) {
      const failure = await wrong('resident');
      assert.deepEqual(
        [failure.status, failure.errorCode],
        [401, 110],
        `failure ${failures} is itself answered with 110`,
      );
      assert.ok(!('retryAfter' in failure.as<object>()));

      for (let remaining: number = blockedSeconds; remaining > 0; remaining -= 1) {
        const refused = await right();
        assert.deepEqual(
          [refused.status, refused.errorCode],
          [401, 109],
          `${remaining} s left after failure ${failures}`,
        );
        assert.equal(refused.as<{ retryAfter: number }>().retryAfter, remaining, `after failure ${failures}`);
        await advance(sandbox.http, 1);
        seconds += 1;
      }
    }
    assert.equal(seconds, 1_923, 'every second of the table was looked at');

    await fails(5, () => wrong('resident'));
    assert.equal((await right()).status, 200, 'after the longest block the count began anew');
  });

  test('a block ends with its last millisecond, and what is left of a second counts as a whole one', async () => {
    await fails(7, async () => {
      await advance(sandbox.http, 1);
      return wrong('resident');
    });

    await advance(sandbox.http, 0.75);
    assert.equal((await right()).as<{ retryAfter: number }>().retryAfter, 2);
    await advance(sandbox.http, 1.249);
    assert.equal((await right()).as<{ retryAfter: number }>().retryAfter, 1);
    await advance(sandbox.http, 0.001);
    assert.equal((await right()).status, 200);
  });

  test('an attempt while blocked counts for nothing', async () => {
    await fails(6, () => wrong('resident'));
    for (let time = 0; time < 20; time += 1) assert.equal((await wrong('resident')).errorCode, 109);

    await advance(sandbox.http, 1);

    assert.equal((await right()).status, 200);
  });

  test('the name is counted from any address', async () => {
    for (let time = 1; time <= 6; time += 1) assert.equal((await wrong('resident', `127.0.1.${time}`)).errorCode, 110);

    assert.equal((await right('127.0.1.99')).errorCode, 109, 'the name is blocked everywhere');
    assert.equal((await login('guest', 'sandbox-guest', '127.0.1.1')).status, 200, 'the addresses are not');
  });

  test('the address is counted with any name', async () => {
    for (let time = 1; time <= 6; time += 1) assert.equal((await wrong(`somebody-${time}`)).errorCode, 110);

    assert.equal((await right()).errorCode, 109, 'the address is blocked for everybody');
    assert.equal((await right(ELSEWHERE)).status, 200, 'the names are not');
  });

  test('the stricter of the two counters decides', async () => {
    for (let time = 1; time <= 5; time += 1) await wrong('guest', ELSEWHERE);
    await wrong('guest');
    await advance(sandbox.http, 1);
    await wrong('guest', ELSEWHERE);

    const name = await login('guest', 'sandbox-guest', '127.0.0.9');

    assert.equal(name.as<{ retryAfter: number }>().retryAfter, 2, 'seven by name');
    assert.equal((await right(ELSEWHERE)).as<{ retryAfter: number }>().retryAfter, 1, 'six by address');
  });

  test('a successful login sets both counters to zero', async () => {
    await fails(5, () => wrong('resident'));
    assert.equal((await right()).status, 200);

    await fails(5, () => wrong('resident'));

    assert.equal((await right()).status, 200);
  });

  test('failures are forgotten after fifteen minutes without another', async () => {
    await fails(5, () => wrong('resident'));
    await advance(sandbox.http, FORGOTTEN_AFTER_SECONDS - 1);
    await fails(1, () => wrong('resident'));
    assert.equal((await right()).errorCode, 109, 'a second earlier they are still known');

    await control(sandbox.http, '/reset', {});
    await fails(5, () => wrong('resident'));
    await advance(sandbox.http, FORGOTTEN_AFTER_SECONDS);
    await fails(5, () => wrong('resident'));
    assert.equal((await right()).status, 200);
  });

  test('names that do not exist are blocked like those that do, and names differ by case', async () => {
    await fails(6, () => wrong('nobody'));
    assert.equal((await wrong('nobody', ELSEWHERE)).errorCode, 109);
    assert.equal((await wrong('Nobody', ELSEWHERE)).errorCode, 110);
    assert.equal((await login('Resident', 'sandbox-resident', '127.0.0.3')).errorCode, 110);
  });

  test('a disabled user counts', async () => {
    const former = () => call(sandbox.http, 'auth', undefined, { headers: as('former') });
    for (let time = 0; time < 6; time += 1) assert.equal((await former()).errorCode, 122);

    assert.equal((await former()).errorCode, 109);
  });

  test('missing credentials and dead sessions do not count', async () => {
    for (let time = 0; time < 10; time += 1) {
      assert.equal((await call(sandbox.http, 'auth')).errorCode, 106);
      assert.equal(
        (await call(sandbox.http, 'auth', undefined, { headers: { 'auth-username': 'resident' } })).errorCode,
        106,
      );
      assert.equal(
        (await call(sandbox.http, 'getVersion', undefined, { headers: withSession('gone') })).errorCode,
        106,
      );
    }

    assert.equal((await right()).status, 200);
  });

  test('a wrong old password counts, and changing it has to wait like a login', async () => {
    const headers = withSession(await sessionOf(sandbox.http, 'resident'));
    const change = (oldPassword: string) =>
      call(sandbox.http, 'setPassword', { oldPassword, newPassword: 'a new password' }, { headers });
    for (let time = 0; time < 6; time += 1) {
      const refused = await change('not the password');
      assert.deepEqual([refused.status, refused.errorCode], [401, 110]);
    }

    const blocked = await change('sandbox-resident');

    assert.deepEqual([blocked.status, blocked.errorCode], [401, 109]);
    assert.equal((await right(ELSEWHERE)).errorCode, 109, 'the login waits as well');
    assert.equal((await call(sandbox.http, 'getVersion', undefined, { headers })).status, 200, 'a session does not');
  });

  test('credential headers on any call are a login', async () => {
    const headers = credentials('resident', 'not the password');
    for (let time = 0; time < 6; time += 1)
      assert.equal((await call(sandbox.http, 'getVersion', undefined, { headers })).errorCode, 110);

    assert.equal((await call(sandbox.http, 'getVersion', undefined, { headers: as('resident') })).errorCode, 109);
  });

  test('the driven clock alone decides: real time lifts no block', async () => {
    await fails(6, () => wrong('resident'));

    await new Promise((resolve) => setTimeout(resolve, 1_100));

    assert.equal((await right()).errorCode, 109);
  });

  test('names, addresses, successes and time in any order give what the tables give', async () => {
    const users = [
      { username: 'resident', password: 'sandbox-resident', code: null },
      { username: 'guest', password: 'sandbox-guest', code: null },
      { username: 'former', password: 'sandbox-former', code: 122 },
      { username: 'nobody', password: 'whatever', code: 110 },
    ] as const;
    const attempt = fc.record({
      user: fc.constantFrom(...users),
      // Mostly wrong: successes start everything anew.
      correct: fc.nat({ max: 19 }).map((draw) => draw === 0),
      source: fc.constantFrom(HERE, ELSEWHERE, '127.0.0.3'),
      // Waits until just before, at, or after the end of the block, or for a while.
      wait: fc.oneof(
        { weight: 6, arbitrary: fc.constant('end' as const) },
        { weight: 1, arbitrary: fc.constant('almost' as const) },
        { weight: 1, arbitrary: fc.constantFrom(1, 999, 1_001, 60_000, 899_999, 900_000) },
      ),
    });
    const seen = new Set<number | null>();
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 20, maxLength: 30, size: 'max' }), async (attempts) => {
        await control(sandbox.http, '/reset', {});
        const model = new LockoutModel();
        for (const { user, correct, source, wait } of attempts) {
          const person = { username: user.username, source, path: 'local' } as const;
          const blocked = model.blocked(person);
          const ms = typeof wait === 'number' ? wait : wait === 'end' ? blocked : Math.max(0, blocked - 1);
          model.pass(ms);
          if (ms > 0) await advance(sandbox.http, ms / 1_000);

          const code = correct || user.code === 110 ? user.code : 110;
          const answer = await login(user.username, correct ? user.password : 'wrong', source);

          const expected = model.attempt({ ...person, code });
          const told = answer.as<{ retryAfter?: number }>().retryAfter;
          assert.deepEqual(
            { code: answer.errorCode ?? null, ...(told === undefined ? {} : { retryAfter: told }) },
            expected,
            `${user.username} from ${source}, ${correct ? 'right' : 'wrong'}`,
          );
          seen.add(expected.code);
        }
      }),
      { numRuns: 2, seed: 20_240_229, endOnFailure: true },
    );
    assert.deepEqual([...seen].toSorted(), [109, 110, 122, null].toSorted(), 'every answer came up');
  });
});
