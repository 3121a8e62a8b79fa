import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { CALLS as SPECIFIED } from '../docs/spec/index.ts';
import { byPassword, bySession, openSession, openSmallHouse, outcome, request } from '../property-tests/small-house.ts';
import type { Instant } from '../twin/index.ts';
import { type CallDefinition, type CallTable, defineCall } from './call.ts';
import { CALLS } from './calls/index.ts';
import { CallFault } from './errors.ts';
import { LIMITS } from './limits.ts';

const tableOf = (...calls: CallDefinition[]): CallTable =>
  new Map([...CALLS.values(), ...calls].map((call) => [call.name, call]));
const call = (name: string, run: CallDefinition['run'], more: Partial<CallDefinition> = {}) =>
  defineCall({
    name,
    means: 'A call.',
    who: 'everyone',
    effect: 'read',
    input: Type.Object({}),
    output: Type.Unknown(),
    errors: [],
    run,
    ...more,
  });
const ADMIN = { credentials: byPassword('admin') };
const RESIDENT = { credentials: byPassword('resident') };

test('the table holds the calls of the specification, for whom it says and with the parameters that it says', () => {
  assert.deepEqual([...CALLS.keys()].sort(), SPECIFIED.map(({ name }) => name).sort());
  for (const { name, who, parameters, errors } of SPECIFIED) {
    const row = CALLS.get(name);
    assert.ok(row);
    assert.equal(row.who, who, name);
    assert.deepEqual(
      Object.keys(row.input.properties),
      parameters.map((parameter) => parameter.name),
      name,
    );
    assert.deepEqual(
      row.input.required ?? [],
      parameters.filter(({ required }) => required).map((parameter) => parameter.name),
      name,
    );
    assert.deepEqual([...row.errors], [...errors], name);
  }
});

test('a call that does not exist is 116 at once, for everybody', async () => {
  const { gate } = await openSmallHouse();
  for (const name of ['', 'nothing', 'Auth', '__proto__', 'constructor', 'addWebHook2']) {
    for (const overrides of [{}, ADMIN]) {
      const answer = gate.handle(request(name, {}, overrides));
      assert.ok(!(answer instanceof Promise));
      assert.deepEqual(outcome(answer), [408, 116], name);
    }
  }
});

test('the first objection is the answer: login, group, path, input', async () => {
  const local = call('local', () => true, { local: true, input: Type.Object({ id: Type.Integer() }), who: 'admin' });
  const here = call('here', () => true, { local: true });
  const { gate } = await openSmallHouse({ calls: tableOf(local, here) });
  const remote = { path: 'remote', remoteToken: 'remote-token' } as const;
  const ask = async (overrides: object, input: unknown = {}) =>
    outcome(await gate.handle(request('local', input, overrides)));
  assert.deepEqual(await ask({}), [401, 106]);
  assert.deepEqual(await ask(RESIDENT), [400, 117]);
  assert.deepEqual(await ask(ADMIN), [400, 106]);
  assert.equal(await ask(ADMIN, { id: 1 }), true);
  assert.deepEqual(await ask({ ...remote, credentials: byPassword('traveller') }, { id: 1 }), [400, 117]);
  const near = outcome(await gate.handle(request('here', {}, { credentials: byPassword('traveller') })));
  const away = await gate.handle(request('here', {}, { ...remote, credentials: byPassword('traveller') }));
  assert.deepEqual([near, outcome(away)], [true, [400, 117]]);
});

test('regular users may use only what is everyone’s', async () => {
  const { gate } = await openSmallHouse();
  let refused = 0;
  for (const { name, who } of SPECIFIED) {
    if (name === 'logout') continue;
    const [code] = [outcome(await gate.handle(request(name, {}, RESIDENT)))].flat().slice(1);
    assert.equal(code === 117, who === 'admin', name);
    refused += who === 'admin' ? 1 : 0;
  }
  assert.ok(refused > 0);
});

test('once the check of a call is there, the answer comes without waiting', async () => {
  const { gate } = await openSmallHouse();
  const overrides = { credentials: bySession(await openSession(gate, 'admin')) };
  const data = () => gate.handle(request('getComponentData', { cid: 'C1', property: 'state' }, overrides));
  await data();
  assert.ok(!(data() instanceof Promise));
});

test('a call that takes longer than 15 seconds is 116, and its late end disturbs nobody', async () => {
  let finish = (): void => {};
  let fail = (): void => {};
  const never = call(
    'never',
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const fails = call(
    'fails',
    () =>
      new Promise<void>((_, reject) => {
        fail = () => reject(new Error('too late'));
      }),
  );
  const { gate, networkClock, problems } = await openSmallHouse({ calls: tableOf(never, fails) });
  await gate.handle(request('init', {}, ADMIN));
  for (const [name, end] of [
    ['never', () => finish()],
    ['fails', () => fail()],
  ] as const) {
    await gate.handle(request('getRooms', {}, ADMIN));
    const waiting = gate.handle(request(name, {}, ADMIN));
    assert.ok(waiting instanceof Promise);
    let answer: unknown;
    waiting.then((given) => {
      answer = outcome(given);
    });
    await settled();
    networkClock.advanceTo((networkClock.now() + 14_999) as Instant);
    await settled();
    assert.equal(answer, undefined);
    networkClock.advanceTo((networkClock.now() + 1) as Instant);
    await settled();
    assert.deepEqual(answer, [408, 116]);
    end();
    await settled();
  }
  assert.deepEqual(
    problems.map(({ during, error }) => [during, (error as Error).message]),
    [['call fails', 'too late']],
  );
  assert.equal(networkClock.nextDue, null);
});

test('a fault of our own is logged once and tells the caller nothing but 116', async () => {
  const boom = () => {
    throw new Error('secret path /etc/passwd');
  };
  const { gate, problems, networkClock } = await openSmallHouse({
    calls: tableOf(
      call('boom', boom),
      call('later', async () => boom()),
      call('refused', async () => {
        throw new CallFault(112);
      }),
    ),
  });
  for (const name of ['boom', 'later']) {
    const answer = await gate.handle(request(name, {}, { ...ADMIN, language: 'de' }));
    assert.ok(!answer.ok);
    assert.equal(answer.status, 408);
    assert.deepEqual(answer.body, { errorCode: 116, errorText: 'Zeitüberschreitung' });
    assert.ok(answer.opened, 'whoever was let in by a password has a session all the same');
  }
  assert.equal(problems.length, 2);
  assert.deepEqual(outcome(await gate.handle(request('refused', {}, ADMIN))), [400, 112]);
  await settled();
  assert.equal(networkClock.nextDue, null, 'nothing waits for an answer that was given');
  assert.equal(problems.length, 2);
});

test('more calls than can wait at once are refused, and are taken again when some have ended', async () => {
  const ends: (() => void)[] = [];
  const slow = call('slow', () => new Promise<boolean>((resolve) => ends.push(() => resolve(true))));
  const { gate, drops } = await openSmallHouse({ calls: tableOf(slow) });
  await gate.handle(request('init', {}, ADMIN));
  const first = gate.handle(request('slow', {}, ADMIN));
  await settled();
  const waiting = Array.from({ length: LIMITS.callsUnderWay.value }, () => gate.handle(request('slow', {}, ADMIN)));
  await settled();
  assert.deepEqual(outcome(await (waiting.at(-1) as Promise<never>)), [408, 116]);
  for (const end of ends) end();
  assert.equal(outcome(await first), true);
  await settled();
  const again = gate.handle(request('slow', {}, ADMIN));
  ends.at(-1)?.();
  assert.equal(outcome(await again), true);
  assert.equal(drops.calls, 1);
});

test('parameters that nobody asked for are left alone, and those that are wrong are 106', async () => {
  const { gate } = await openSmallHouse();
  const ask = async (input: unknown) => outcome(await gate.handle(request('getComponentData', input, ADMIN)));
  const data = { value: null, content: null, lastUpdate: null };
  assert.deepEqual(
    await ask({ cid: 'C1', property: 'state', extra: { deep: [1] }, ...JSON.parse('{"__proto__": {"cid": 5}}') }),
    data,
  );
  const wrong: readonly unknown[] = [
    undefined,
    null,
    {},
    [],
    'C1',
    5,
    true,
    ['C1', 'state'],
    { cid: 'C1' },
    { property: 'state' },
    { cid: 1, property: 'state' },
    { cid: 'C1', property: null },
    { cid: ['C1'], property: 'state' },
    { cid: { toString: 'C1' }, property: 'state' },
    JSON.parse('{"__proto__": {"cid": "C1", "property": "state"}}'),
  ];
  for (const input of wrong) assert.deepEqual(await ask(input), [400, 106], JSON.stringify(input));
});

test('a text stands for a number only where texts are all there is', async () => {
  const { gate } = await openSmallHouse();
  const run = async (id: unknown, texts: boolean) =>
    outcome(await gate.handle(request('executeScene', { id }, { ...ADMIN, texts })));
  assert.equal(await run('1', true), true);
  assert.deepEqual(await run('1', false), [400, 106]);
  assert.deepEqual(await run('77', true), [400, 112]);
  for (const id of ['', ' 1', '1 ', '01', '+1', '0x1', '1e', 'one', '1.5', '1e999', true, ['1'], { id: '1' }]) {
    assert.deepEqual(await run(id, true), [400, 106], JSON.stringify(id));
  }
  const update = async (cid: string, property: string, value: unknown, texts = true) =>
    outcome(await gate.handle(request('componentUpdate', { cid, property, value }, { ...ADMIN, texts })));
  assert.deepEqual(await update('C2', 'brightness', '40'), { C2: true });
  assert.deepEqual(await update('C2', 'brightness', '40', false), [400, 106]);
  assert.deepEqual(await update('C2', 'brightness', 'forty'), [400, 106]);
  assert.deepEqual(await update('C1', 'state', true), { C1: true });
  assert.deepEqual(await update('C1', 'state', '1'), [400, 106]);
  assert.deepEqual(await update('C1', '__proto__', '1'), { C1: false });
});

const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
