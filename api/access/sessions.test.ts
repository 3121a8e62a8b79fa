import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import { type Lifetime, SessionModel } from '../../property-tests/models/sessions.ts';
import { type Change, type Instant, type Store, VirtualClock } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import { newKey } from './secrets.ts';
import { SessionIds } from './session-id.ts';
import { type Session, Sessions } from './sessions.ts';

const START = Date.parse('2026-06-01T12:00:00Z') as Instant;
const KEY = newKey();

/** Sessions of any number of users, all in one generation until it is raised. */
const open = (clock: VirtualClock, store: Store | null = null, generations = new Map<number, number>()) => {
  const generation = (user: number) => generations.get(user) ?? 7;
  const raised: number[] = [];
  const raise = async (user: number) => {
    raised.push(user);
    const next = generation(user) + 1;
    const renewed = sessions.renew(
      user,
      () => next,
      () => true,
    );
    await store?.write(renewed.changes);
    generations.set(user, next);
    renewed.make();
  };
  const report = ({ error }: { readonly error: unknown }) => assert.fail(String(error));
  const sessions: Sessions = new Sessions({ clock, store, report, ids: new SessionIds(KEY), generation, raise });
  const issue = (user = 1, persistent = false) => sessions.open({ user, persistent, remote: false });
  return { sessions, issue, raised, generations };
};

const present = async (sessions: Sessions, id: string): Promise<Session | undefined> => sessions.present(id);
const pass = (clock: VirtualClock, seconds: number) => clock.advanceTo((clock.now() + seconds * 1_000) as Instant);

const step = fc.oneof(
  fc.record({ do: fc.constant('open' as const), lifetime: fc.constantFrom<Lifetime>('usual', 'persistent') }),
  fc.record({ do: fc.constantFrom('use' as const, 'use' as const, 'use' as const, 'end' as const), which: fc.nat(20) }),
  fc.record({
    do: fc.constant('pass' as const),
    seconds: fc.oneof(fc.constantFrom(1, 59, 60, 86_399, 86_400, 730 * 86_400 - 1, 731 * 86_400), fc.nat(200_000)),
  }),
);

test('sessions live and end as the specification says, kept or not, across restarts', async () => {
  let used = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof({ weight: 8, arbitrary: step }, { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) }),
        { maxLength: 60, size: 'max' },
      ),
      async (steps) => {
        const clock = new VirtualClock(START);
        const store = new MemoryStore();
        const model = new SessionModel();
        let { sessions, issue } = open(clock, store);
        const ids: string[] = [];
        for (const made of steps) {
          if (made.do === 'open') {
            model.open(made.lifetime);
            ids.push(issue(1, made.lifetime === 'persistent'));
          } else if (made.do === 'pass') {
            model.pass(made.seconds);
            pass(clock, made.seconds);
          } else if (made.do === 'restart') {
            await store.write(sessions.unwritten());
            ({ sessions, issue } = open(clock, store));
          } else {
            const which = made.which % Math.max(1, ids.length);
            const id = ids[which];
            if (id === undefined) continue;
            if (made.do === 'end') {
              model.end(which);
              await sessions.end(id);
            } else {
              const expected = model.use(which);
              const found = await present(sessions, id);
              if (expected !== 'unsure') assert.equal(found?.id, expected ? id : undefined);
              else if (found) await sessions.end(id);
              if (expected === 'unsure') model.end(which);
              used += 1;
            }
          }
        }
      },
    ),
    { numRuns: 150 },
  );
  assert.ok(used > 100);
});

test('an identifier that was tampered with, or made with another key, is worth nothing', async () => {
  const clock = new VirtualClock(START);
  const { sessions, issue } = open(clock);
  const id = issue();
  for (let at = 0; at < id.length; at += 1) {
    const other = id[at] === 'A' ? 'B' : 'A';
    assert.equal(sessions.present(id.slice(0, at) + other + id.slice(at + 1)), undefined, `character ${at}`);
  }
  const facts = { user: 1, generation: 7, created: START, persistent: false, remote: false };
  for (const foreign of [
    '',
    'x',
    '__proto__',
    `${id}=`,
    id.slice(1),
    `${id} `,
    'A'.repeat(54),
    new SessionIds(newKey()).issue(facts),
  ]) {
    assert.equal(sessions.present(foreign), undefined);
  }
  assert.equal((await present(sessions, id))?.id, id);
});

test('a session that nobody has presented takes neither memory nor a record', async () => {
  const store = new MemoryStore();
  const { sessions, issue } = open(new VirtualClock(START), store);
  for (let opened = 0; opened < 100_000; opened += 1) issue();
  assert.equal(sessions.size, 0);
  assert.equal(store.read('sessions').size, 0);
});

test('the time of last use is written once a minute at most, and the use that makes it older waits for that', async () => {
  const clock = new VirtualClock(START);
  const writes: (readonly Change[])[] = [];
  let written = (): void => {};
  const store: Store = {
    read: () => new Map(),
    close: () => Promise.resolve(),
    write: (changes) => {
      writes.push(changes);
      return new Promise((resolve) => {
        written = resolve;
      });
    },
  };
  const { sessions, issue } = open(clock, store);
  const id = issue();
  for (let second = 0; second < 60; second += 1) {
    assert.ok(!(sessions.present(id) instanceof Promise));
    pass(clock, 1);
  }
  assert.equal(writes.length, 0);

  const used = sessions.present(id);
  const usedAgain = sessions.present(id);
  assert.ok(used instanceof Promise && usedAgain instanceof Promise);
  assert.equal(writes.length, 1);
  let answered = false;
  used.then(() => {
    answered = true;
  });
  await new Promise(setImmediate);
  assert.equal(answered, false);
  written();
  assert.equal((await used)?.id, id);
  await usedAgain;

  pass(clock, 59);
  assert.ok(!(sessions.present(id) instanceof Promise));
  assert.equal(writes.length, 1);
});

test('ending more sessions than are remembered ends those that were never presented, and no others', async () => {
  const clock = new VirtualClock(START);
  const store = new MemoryStore();
  const { sessions, issue, raised, generations } = open(clock, store);
  const [kept, idle, others] = [issue(1), issue(1), issue(2)];
  await present(sessions, kept);
  const ended: string[] = [];
  for (let count = 0; count <= LIMITS.endedSessionsPerUser.value; count += 1) {
    const id = issue(1);
    ended.push(id);
    await sessions.end(id);
  }
  assert.deepEqual(raised, [1]);
  for (const id of [...ended, idle]) assert.equal(sessions.present(id), undefined);
  assert.equal((await present(sessions, kept))?.id, kept);
  assert.equal((await present(sessions, others))?.id, others);
  assert.equal((await present(sessions, issue(1)))?.user, 1);

  await sessions.end(kept);
  assert.equal(sessions.present(kept), undefined);

  const restarted = open(clock, store, generations).sessions;
  for (const id of [...ended, idle, kept]) assert.equal(restarted.present(id), undefined);
});

test('the least recently used session of a user is forgotten first, and other users keep theirs', async () => {
  const clock = new VirtualClock(START);
  const { sessions, issue } = open(clock);
  const other = issue(2);
  await present(sessions, other);
  const ids = Array.from({ length: LIMITS.sessionsPerUser.value }, () => issue(1));
  for (const id of ids) await present(sessions, id);
  pass(clock, 61);
  await present(sessions, ids[0] ?? '');
  await present(sessions, issue(1));

  assert.equal(sessions.size, LIMITS.sessionsPerUser.value + 1);
  pass(clock, 86_400 - 61);
  const alive = async (id: string | undefined) => (await present(sessions, id ?? '')) !== undefined;
  assert.deepEqual([await alive(ids[0]), await alive(ids[1])], [true, false]);
});

test('a user who may have no session has none, not even after being allowed again', async () => {
  const clock = new VirtualClock(START);
  const store = new MemoryStore();
  const { sessions, issue, generations } = open(clock, store);
  const [kept, idle] = [issue(), issue()];
  await present(sessions, kept);
  const renewed = sessions.renew(
    1,
    () => 8,
    () => false,
  );
  await store.write(renewed.changes);
  generations.set(1, 8);
  renewed.make();
  assert.equal(sessions.present(kept), undefined);
  assert.equal(sessions.present(idle), undefined);
  assert.equal(store.read('sessions').size, 0);
});

test('a record of an earlier generation, written late, brings nothing back and is removed', async () => {
  const clock = new VirtualClock(START);
  const store = new MemoryStore();
  const { sessions, issue } = open(clock, store);
  const id = issue();
  pass(clock, 61);
  await present(sessions, id);
  assert.deepEqual([...store.read('sessions').keys()], [id]);
  const restarted = open(clock, store, new Map([[1, 8]])).sessions;
  assert.equal(restarted.present(id), undefined);
  assert.equal(store.read('sessions').size, 0);
});
