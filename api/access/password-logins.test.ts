import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import {
  byPassword,
  bySession,
  openSession,
  openSmallHouse,
  outcome,
  request,
} from '../../property-tests/small-house.ts';
import type { Instant, Json } from '../../twin/index.ts';
import type { Credentials } from '../credentials.ts';
import type { Gate } from '../gate.ts';
import { LIMITS } from '../limits.ts';

const WRONG = { credentials: byPassword('admin', 'wrong') };
type Overrides = Parameters<typeof request>[2];
const ask = async (gate: Gate, credentials: Credentials, overrides: Overrides = {}) =>
  outcome(await gate.handle(request('init', {}, { credentials, ...overrides })));
const REMOTE = { path: 'remote', remoteToken: 'remote-token' } as const;
const pass = (clock: { now(): Instant; advanceTo(at: Instant): boolean }, seconds: number) =>
  clock.advanceTo((clock.now() + seconds * 1_000) as Instant);

test('missing credentials, a wrong password, an unknown name and a disabled user have their codes', async () => {
  const { gate } = await openSmallHouse();
  assert.deepEqual(await ask(gate, { kind: 'none' }), [401, 106]);
  assert.deepEqual(await ask(gate, byPassword('admin', '')), [401, 106]);
  assert.deepEqual(await ask(gate, byPassword('', 'x')), [401, 106]);
  assert.deepEqual(await ask(gate, bySession('nonsense')), [401, 106]);
  assert.deepEqual(await ask(gate, { kind: 'input', cookie: undefined }), [401, 106]);
  for (const name of ['nobody', 'Admin', '__proto__', 'constructor', 'toString']) {
    assert.deepEqual(await ask(gate, byPassword(name, 'x'), { source: name }), [401, 110], name);
  }
  assert.deepEqual(await ask(gate, byPassword('former'), { source: 'former' }), [401, 122]);
  assert.deepEqual(await ask(gate, byPassword('former', 'wrong'), { source: 'former' }), [401, 110]);
  assert.equal(await ask(gate, byPassword('admin')), true);
});

test('six wrong passwords block the name and the address, each for everybody else', async () => {
  const { gate, clock } = await openSmallHouse();
  for (let failure = 0; failure < 6; failure += 1)
    assert.deepEqual(await ask(gate, byPassword('admin', 'wrong')), [401, 110]);
  assert.deepEqual(await ask(gate, byPassword('admin'), { source: 'elsewhere' }), [401, 109, 1], 'the name is blocked');
  assert.deepEqual(await ask(gate, byPassword('resident')), [401, 109, 1], 'the address is blocked');
  assert.equal(await ask(gate, byPassword('resident'), { source: 'elsewhere' }), true);
  pass(clock, 1);
  assert.deepEqual(await ask(gate, byPassword('admin', 'wrong')), [401, 110]);
  assert.deepEqual(await ask(gate, byPassword('admin')), [401, 109, 2]);
  pass(clock, 2);
  assert.equal(await ask(gate, byPassword('admin')), true);
  assert.deepEqual(await ask(gate, byPassword('admin', 'wrong')), [401, 110], 'the count is zero again');
  assert.equal(await ask(gate, byPassword('admin')), true);
});

test('the right password of a disabled user counts as a failure', async () => {
  const { gate } = await openSmallHouse();
  for (let failure = 0; failure < 6; failure += 1) assert.deepEqual(await ask(gate, byPassword('former')), [401, 122]);
  assert.deepEqual(await ask(gate, byPassword('former')), [401, 109, 1]);
});

test('guesses that are sent at once are judged one after the other, and the right one among them comes too late', async () => {
  const { gate } = await openSmallHouse();
  const wrong = Array.from({ length: 40 }, (_, index) =>
    ask(gate, byPassword('admin', `guess ${index}`), { source: `from ${index}` }),
  );
  const right = ask(gate, byPassword('admin'), { source: 'another' });
  const answers = await Promise.all([...wrong, right]);
  const codes = answers.map((answer) => (answer as number[])[1]);
  assert.deepEqual(codes.slice(0, 6), Array(6).fill(110));
  assert.deepEqual(codes.slice(6), Array(35).fill(109));
});

test('guesses for many names from one address are judged one after the other too', async () => {
  const { gate } = await openSmallHouse();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(gate, byPassword(`name ${index}`, 'x'))),
  );
  assert.equal(answers.filter((answer) => (answer as number[])[1] === 110).length, 6);
});

test('logins that find no room to wait are sent away for a second, and counted', async () => {
  const { gate, drops } = await openSmallHouse();
  const more = 5;
  const all = Array.from({ length: LIMITS.loginsWaiting.value + more }, () => gate.handle(request('init', {}, WRONG)));
  const last = await Promise.all(all.slice(-more));

  assert.deepEqual(last.map(outcome), Array(more).fill([401, 109, 1]));
  assert.equal(drops.logins, more);
  await Promise.all(all);
  assert.equal(drops.logins, more);
});

test('a hundred first logins at once with the right password are all let in', async () => {
  const store = new MemoryStore();
  const { access } = await openSmallHouse({ store });
  while ((store.read('users').get('5') as { password: Json }).password === null)
    await new Promise((go) => setTimeout(go, 20));
  await access.close();
  const { gate } = await openSmallHouse({ store });
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(gate, byPassword('admin'))));
  assert.deepEqual(new Set(answers), new Set([true]));
});

test('an accepted password is known at once, a wrong or unknown one takes as long as a hash', async () => {
  const { gate } = await openSmallHouse();
  const milliseconds = async (credentials: Credentials, source: string) => {
    const start = performance.now();
    await ask(gate, credentials, { source });
    return performance.now() - start;
  };
  await milliseconds(byPassword('admin'), 'a');
  const known = await milliseconds(byPassword('admin'), 'a');
  const wrong = await milliseconds(byPassword('admin', 'wrong'), 'b');
  const unknown = await milliseconds(byPassword('nobody', 'wrong'), 'c');
  const tooLong = await milliseconds(byPassword('admin', 'x'.repeat(100_000)), 'd');
  assert.ok(known < 10 && wrong > 20 && unknown > 20 && tooLong > 20, `${known} ${wrong} ${unknown} ${tooLong}`);
  assert.ok(unknown / wrong < 3 && wrong / unknown < 3, `${wrong} and ${unknown}`);
});

test('through remote access a token comes first, then the lockout by name only, then the permission', async () => {
  const { gate } = await openSmallHouse();
  assert.deepEqual(await ask(gate, byPassword('traveller'), { path: 'remote' }), [401, 106]);
  assert.deepEqual(await ask(gate, byPassword('traveller'), { path: 'remote', remoteToken: 'other' }), [401, 106]);
  assert.equal(await ask(gate, byPassword('traveller'), REMOTE), true);
  assert.deepEqual(await ask(gate, byPassword('resident'), REMOTE), [401, 137]);
  assert.deepEqual(await ask(gate, byPassword('resident', 'wrong'), REMOTE), [401, 110]);
  assert.deepEqual(await ask(gate, byPassword('former'), REMOTE), [401, 122]);
  const session = await openSession(gate, 'resident');
  assert.equal(await ask(gate, bySession(session)), true);
  assert.deepEqual(await ask(gate, bySession(session), REMOTE), [401, 137]);
  assert.deepEqual(await ask(gate, bySession(session), { path: 'remote' }), [401, 106]);

  for (let failure = 0; failure < 6; failure += 1) await ask(gate, byPassword('traveller', 'wrong'), REMOTE);
  assert.deepEqual(await ask(gate, byPassword('traveller'), REMOTE), [401, 109, 1]);
  assert.deepEqual(await ask(gate, byPassword('traveller')), [401, 109, 1]);
  assert.equal(await ask(gate, byPassword('resident')), true, 'the address is not counted');
});

test('137 and 106 count for nothing', async () => {
  const { gate } = await openSmallHouse();
  for (let refused = 0; refused < 8; refused += 1) {
    assert.deepEqual(await ask(gate, byPassword('resident'), REMOTE), [401, 137]);
    assert.deepEqual(await ask(gate, { kind: 'none' }), [401, 106]);
  }
  assert.equal(await ask(gate, byPassword('resident')), true);
});
