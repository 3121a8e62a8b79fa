import './cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Lockout } from '../api/access/lockout.ts';
import { FORGOTTEN_AFTER_SECONDS, LOCKOUT } from '../docs/spec/index.ts';
import { later, milliseconds, seconds, VirtualClock } from '../twin/index.ts';
import { LockoutModel } from './models/lockout.ts';
import { byPassword, NOON, openSmallHouse, request } from './small-house.ts';

/** A login on the remote path, with its token. */
const remote = (source: string) => ({ path: 'remote', source, remoteToken: 'remote-token' }) as const;

async function house() {
  const { gate, clock } = await openSmallHouse();
  const login = async (
    username: string,
    password: string | undefined,
    from: object,
  ): Promise<readonly [number | null, number?]> => {
    const answer = await gate.handle(request('auth', {}, { credentials: byPassword(username, password), ...from }));
    if (answer.ok) return [null];
    const { errorCode, retryAfter } = answer.body;
    return retryAfter === undefined ? [errorCode] : [errorCode, retryAfter];
  };
  const pass = (ms: number) => clock.advanceTo(later(clock.now(), milliseconds(ms)));
  return { login, pass };
}

describe('guessing through remote access', () => {
  test('is counted by user name for as long as every row of the table says', async () => {
    const { login, pass } = await house();
    for (const { failures, blockedSeconds } of LOCKOUT) {
      // Another address each time, which changes nothing.
      assert.deepEqual(
        await login('traveller', 'wrong', remote(`203.0.113.${failures}`)),
        [110],
        `failure ${failures}`,
      );
      if (blockedSeconds === 0) continue;
      assert.deepEqual(await login('traveller', undefined, remote('203.0.113.99')), [109, blockedSeconds]);
      pass(blockedSeconds * 1_000 - 1);
      assert.deepEqual(await login('traveller', undefined, remote('203.0.113.99')), [109, 1]);
      pass(1);
    }

    assert.deepEqual(await login('traveller', undefined, remote('203.0.113.99')), [null]);
  });

  test('is not counted by address: everybody comes from the same one', async () => {
    const { login } = await house();
    for (let time = 0; time < 12; time += 1)
      assert.deepEqual(await login(`somebody-${time}`, 'wrong', remote('203.0.113.1')), [110]);

    assert.deepEqual(await login('traveller', undefined, remote('203.0.113.1')), [null]);
  });

  test('and at home share the count of the name', async () => {
    const { login } = await house();
    for (let time = 0; time < 3; time += 1) {
      await login('traveller', 'wrong', remote('203.0.113.1'));
      await login('traveller', 'wrong', { path: 'local', source: `192.0.2.${time}` });
    }

    assert.deepEqual(await login('traveller', undefined, { path: 'local', source: '192.0.2.77' }), [109, 1]);
    assert.deepEqual(await login('traveller', undefined, remote('203.0.113.1')), [109, 1]);
  });

  test('a user without the permission is refused even with the right password, and that counts for nothing', async () => {
    const { login } = await house();
    for (let time = 0; time < 10; time += 1)
      assert.deepEqual(await login('resident', undefined, remote('203.0.113.1')), [137]);

    assert.deepEqual(await login('resident', undefined, { path: 'local', source: '192.0.2.1' }), [null]);
  });

  test('without a token, or with an unknown one, nobody is looked at', async () => {
    const { login } = await house();
    for (const remoteToken of [undefined, '', 'guessed']) {
      for (let time = 0; time < 4; time += 1)
        assert.deepEqual(await login('traveller', 'wrong', { ...remote('203.0.113.1'), remoteToken }), [106]);
      assert.deepEqual(await login('traveller', undefined, { ...remote('203.0.113.1'), remoteToken }), [106]);
    }

    assert.deepEqual(await login('traveller', undefined, remote('203.0.113.1')), [null]);
  });
});

test('a name that does not exist takes as long to refuse as a wrong password', async () => {
  const { login } = await house();
  const took = { resident: [] as number[], nobody: [] as number[] };
  for (let time = 0; time < 5; time += 1) {
    for (const name of ['resident', 'nobody'] as const) {
      const began = performance.now();
      assert.deepEqual(await login(name, 'wrong', { source: `192.0.2.${time}` }), [110]);
      took[name].push(performance.now() - began);
    }
  }
  const quickest = (times: readonly number[]) => Math.min(...times);

  // The quickest of each: whatever else the machine does only ever adds.
  const ratio = quickest(took.nobody) / quickest(took.resident);
  assert.ok(ratio > 0.5 && ratio < 2, `${JSON.stringify(took)}`);
});

describe('the lockout by itself', () => {
  test('names, addresses, paths, successes and time in any order give what the tables give', () => {
    const step = fc.record({
      username: fc.constantFrom('resident', 'guest', 'nobody', '__proto__'),
      source: fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1'),
      path: fc.constantFrom('local' as const, 'local' as const, 'remote' as const),
      right: fc.nat({ max: 24 }).map((draw) => draw === 0),
      wait: fc.oneof(
        { weight: 8, arbitrary: fc.constant('end' as const) },
        { weight: 2, arbitrary: fc.constant('almost' as const) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }) },
        { weight: 1, arbitrary: fc.constantFrom(FORGOTTEN_AFTER_SECONDS * 1_000 - 1, FORGOTTEN_AFTER_SECONDS * 1_000) },
      ),
    });
    const longest = new Set<number>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 90, size: 'max' }), (steps) => {
        const clock = new VirtualClock(NOON);
        const lockout = new Lockout(clock, 1_000);
        const model = new LockoutModel();
        for (const { username, source, path, right, wait } of steps) {
          const who = { username, source, path };
          const blocked = model.blocked(who);
          const ms = wait === 'end' ? blocked : wait === 'almost' ? Math.max(0, blocked - 1) : wait;
          model.pass(ms);
          clock.advanceTo(later(clock.now(), milliseconds(ms)));

          const expected = model.attempt({ ...who, code: right ? null : 110 });
          const counted = { username, source: path === 'remote' ? null : source };
          assert.equal(lockout.retryAfter(counted), expected.code === 109 ? expected.retryAfter : 0);
          if (expected.code === null) lockout.succeed(counted);
          if (expected.code === 110) lockout.fail(counted);
          longest.add(lockout.retryAfter(counted));
        }
      }),
      { numRuns: 1_500, seed: 5 },
    );
    for (const { blockedSeconds } of LOCKOUT)
      assert.ok(longest.has(blockedSeconds), `a block of ${blockedSeconds} s came up`);
  });

  test('keeps as much as it may and no more, and forgets the oldest first', () => {
    const clock = new VirtualClock(NOON);
    const lockout = new Lockout(clock, 100);
    const fail = (username: string) => lockout.fail({ username, source: null });
    for (let time = 0; time < 6; time += 1) fail('resident');
    for (let name = 0; name < 99; name += 1) fail(`name-${name}`);
    assert.equal(lockout.retryAfter({ username: 'resident', source: null }), 1);

    for (let name = 0; name < 10_000; name += 1) fail(`another-${name}`);

    assert.ok(JSON.stringify(lockout.state()).length < 10_000);
    clock.advanceTo(later(clock.now(), seconds(FORGOTTEN_AFTER_SECONDS)));
    fail('after');
    assert.ok(JSON.stringify(lockout.state()).length < 200, 'what is forgotten is dropped');
  });
});
