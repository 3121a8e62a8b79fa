import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../property-tests/memory-store.ts';
import { type Change, type Instant, type Store, VirtualClock } from '../../twin/index.ts';
import { LIMITS } from '../limits.ts';
import { forgetTokens, TokenList } from './token-list.ts';

const START = Date.parse('2026-06-01T12:00:00Z') as Instant;

const open = (clock: VirtualClock, store: Store | null = null, most = 10) =>
  new TokenList<{ readonly enabled: boolean }>({
    clock,
    store,
    table: 'remote-tokens',
    most,
    report: ({ error }) => assert.fail(String(error)),
  });
const pass = (clock: VirtualClock, seconds: number) => clock.advanceTo((clock.now() + seconds * 1_000) as Instant);
const refusedWith = (code: number) => (error: unknown) => (error as { readonly code?: number }).code === code;
const ON = { enabled: true };

/** Counts what is written, and lets a write wait until it is let go. */
class WatchedStore extends MemoryStore {
  readonly written: Change[] = [];
  #hold: ((letGo: () => void) => void) | undefined;

  override async write(changes: readonly Change[]): Promise<void> {
    this.written.push(...changes);
    await super.write(changes);
    const hold = this.#hold;
    this.#hold = undefined;
    if (hold !== undefined) await new Promise<void>((letGo) => hold(letGo));
  }

  /** Resolves when the next write waits, with what lets it go. */
  hold(): Promise<() => void> {
    return new Promise((held) => {
      this.#hold = held;
    });
  }
}

test('a token has more than 128 bits of chance and stands nowhere but in the answer', async () => {
  const store = new WatchedStore();
  const list = open(new VirtualClock(START), store);

  const made = await Promise.all(['one', 'two', 'three'].map((name) => list.add(name, ON)));

  assert.equal(new Set(made.map(({ token }) => token)).size, 3);
  for (const { token } of made) {
    assert.ok(Buffer.from(token, 'base64url').length >= 16);
    assert.ok(!JSON.stringify([store.written, list.all]).includes(token));
  }
});

test('only the whole text of a token is found, and it is found as long as it is there', async () => {
  const list = open(new VirtualClock(START));
  const { id, token } = await list.add('tunnel', ON);

  assert.equal(list.find(token)?.id, id);
  for (const wrong of ['', token.slice(1), `${token}x`, token.toUpperCase(), '__proto__', 'x'.repeat(43)])
    assert.equal(list.find(wrong), undefined, wrong);
  await list.remove(id);
  assert.equal(list.find(token), undefined);
});

test('what was added, changed and removed is the same after a restart, and no identifier comes twice', async () => {
  const clock = new VirtualClock(START);
  const store = new MemoryStore();
  const list = open(clock, store);
  const first = await list.add('first', ON);
  const second = await list.add('second', ON);
  await list.set(first.id, { name: 'renamed', enabled: false });
  await list.remove(second.id);

  const again = open(clock, store);

  assert.deepEqual(again.all, [{ id: 1, name: 'renamed', enabled: false, created: START, lastUsed: null }]);
  assert.equal(again.find(first.token)?.name, 'renamed');
  assert.equal(again.find(second.token), undefined);
  assert.equal((await again.add('third', ON)).id, 3);
});

test('the last use is known at once, and written once a minute and at the end', async () => {
  const clock = new VirtualClock(START);
  const store = new WatchedStore();
  const list = open(clock, store);
  const { id } = await list.add('tunnel', ON);
  const before = store.written.length;

  for (let second = 0; second < 59; second += 1) {
    list.used(id);
    pass(clock, 1);
  }
  assert.equal(store.written.length - before, 1);
  assert.equal(list.get(id)?.lastUsed, START + 58_000);
  assert.equal(open(clock, store).get(id)?.lastUsed, START);
  await list.close();
  assert.equal(open(clock, store).get(id)?.lastUsed, START + 58_000);
});

test('a token that is used while it is being removed does not come back', async () => {
  const clock = new VirtualClock(START);
  const store = new WatchedStore();
  const list = open(clock, store);
  const { id, token } = await list.add('tunnel', ON);
  const held = store.hold();
  const removed = list.remove(id);
  const letGo = await held;

  list.used(id);
  letGo();
  await removed;
  list.used(id);
  await list.close();

  assert.equal(open(clock, store).find(token), undefined);
});

test('a use while it is being renamed is not lost, and neither is the name', async () => {
  const clock = new VirtualClock(START);
  const store = new WatchedStore();
  const list = open(clock, store);
  const { id } = await list.add('tunnel', ON);
  const held = store.hold();
  const renamed = list.set(id, { name: 'other' });
  const letGo = await held;

  list.used(id);
  letGo();
  await renamed;

  assert.deepEqual([list.get(id)?.name, list.get(id)?.lastUsed], ['other', START]);
  await list.close();
  const again = open(clock, store).get(id);
  assert.deepEqual([again?.name, again?.lastUsed], ['other', START]);
});

test('a change that cannot be written is none', async () => {
  const store = new MemoryStore();
  const list = open(new VirtualClock(START), store);
  const { id, token } = await list.add('tunnel', ON);
  store.write = () => Promise.reject(new Error('full'));

  await assert.rejects(list.add('another', ON));
  await assert.rejects(list.remove(id));
  await assert.rejects(list.set(id, { enabled: false }));

  assert.equal(list.all.length, 1);
  assert.deepEqual([list.find(token)?.id, list.find(token)?.enabled], [id, true]);
});

test('there are so many and no more, and a name is a name', async () => {
  const list = open(new VirtualClock(START), null, 3);
  await Promise.all([list.add('a', ON), list.add('b', ON)]);

  for (const name of ['', '  ', 'two\nlines', 'x'.repeat(LIMITS.tokenNameCharacters.value + 1)])
    await assert.rejects(list.add(name, ON), refusedWith(106), name);
  const both = await Promise.allSettled([list.add('c', ON), list.add('d', ON)]);

  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  await assert.rejects(list.remove(77), refusedWith(112));
  await assert.rejects(list.set(77, { enabled: false }), refusedWith(112));
});

test('a house that begins anew knows none of them', async () => {
  const clock = new VirtualClock(START);
  const store = new MemoryStore();
  await open(clock, store).add('tunnel', ON);

  await store.write(forgetTokens(store, 'remote-tokens'));

  assert.deepEqual(open(clock, store).all, []);
  assert.equal((await open(clock, store).add('tunnel', ON)).id, 1);
});
