import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type Change, type Json, StoreFault } from '../../twin/index.ts';
import { Refusal } from '../refusal.ts';
import { previousOf } from './image-file.ts';
import { sqlite } from './sqlite.ts';
import { openStore } from './sqlite-store.ts';

const folderFor = (context: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-store-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const user = (id: string, record: Json): Change => ({ table: 'users', id, record });
const oneLine = (error: unknown): boolean => error instanceof Refusal && !error.message.includes('\n');

test('what was acknowledged is there after the next start', async (context) => {
  const file = join(folderFor(context), 'controller.sqlite');
  const store = await openStore(file);
  await store.write([
    user('1', { name: 'Zoë' }),
    user('2', [1, 2.5, null]),
    { table: 'sessions', id: '1', record: true },
  ]);
  await store.write([user('2', null)]);
  await store.close();

  const again = await openStore(file);

  assert.deepEqual([...again.read('users')], [['1', { name: 'Zoë' }]]);
  assert.deepEqual([...again.read('sessions')], [['1', true]]);
  assert.deepEqual([...again.read('nobody wrote here')], []);
  await again.close();
});

test('an acknowledged change is in the file at that moment, without closing', async (context) => {
  const folder = folderFor(context);
  const file = join(folder, 'controller.sqlite');
  const store = await openStore(file);
  for (let round = 0; round < 10; round += 1) {
    await store.write([user('1', round)]);
    copyFileSync(file, join(folder, 'copy.sqlite'));

    const copy = await openStore(join(folder, 'copy.sqlite'));

    assert.equal(copy.read('users').get('1'), round);
    await copy.close();
  }
  await store.close();
});

test('changes that arrive in the same breath share one write, and the image before is kept', async (context) => {
  const file = join(folderFor(context), 'controller.sqlite');
  const store = await openStore(file);
  await store.write([user('first', true)]);

  await Promise.all(Array.from({ length: 500 }, (_, index) => store.write([user(String(index), index)])));

  assert.equal(store.read('users').size, 501);
  copyFileSync(previousOf(file), `${file}.copy`);
  const before = await openStore(`${file}.copy`);
  assert.equal(before.read('users').size, 1);
  await Promise.all([before.close(), store.close()]);
});

test('a store holds what the last change of each record says', async (context) => {
  const folder = folderFor(context);
  const change = fc.record({
    table: fc.constantFrom('users', 'sessions', 'web hooks'),
    id: fc.constantFrom('1', '2', "'; DROP TABLE records; --", ''),
    record: fc.option(fc.jsonValue().filter((value) => value !== null) as fc.Arbitrary<Json>, { freq: 3 }),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }), async (batches) => {
      round += 1;
      const file = join(folder, `${round}.sqlite`);
      const store = await openStore(file);
      const last = new Map(batches.flat().map((each) => [`${each.table} ${each.id}`, each]));

      await Promise.all(batches.map((batch) => store.write(batch)));
      await store.close();

      const again = await openStore(file);
      for (const table of ['users', 'sessions', 'web hooks']) {
        const expected = [...last.values()].filter((each) => each.table === table && each.record !== null);
        // As JSON has it: -0 is 0 there.
        const records = JSON.parse(JSON.stringify(expected.map(({ id, record }) => [id, record])));
        assert.deepEqual(new Map(again.read(table)), new Map(records));
      }
      await again.close();
    }),
    { numRuns: 40 },
  );
});

test('an image with any flipped byte is refused, or says the same as before', async (context) => {
  const folder = folderFor(context);
  const file = join(folder, 'controller.sqlite');
  const store = await openStore(file);
  const records = Array.from({ length: 60 }, (_, index) =>
    user(String(index), { name: `user ${index}`, rooms: [index] }),
  );
  await store.write(records);
  const expected = [...store.read('users')];
  await store.close();
  const good = readFileSync(file);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (position, mask) => {
      const bad = Buffer.from(good);
      bad[position] = (bad[position] ?? 0) ^ mask;
      writeFileSync(file, bad);
      try {
        const opened = await openStore(file);
        assert.deepEqual([...opened.read('users')], expected, `byte ${position}`);
        await opened.close();
      } catch (error) {
        assert.ok(oneLine(error), String(error));
        refused += 1;
      }
      assert.deepEqual(readFileSync(file), bad, 'the file is left untouched');
    }),
    { numRuns: 300 },
  );
  assert.ok(refused > 100, `only ${refused} were refused`);
});

test('damaged, foreign, newer and missing images are refused in one line and left untouched', async (context) => {
  const folder = folderFor(context);
  const good = join(folder, 'good.sqlite');
  const store = await openStore(good);
  await store.write([user('1', 'x'.repeat(20_000))]);
  await store.write([user('2', 'y')]);
  await store.close();
  const { Database } = await sqlite();
  const foreign = new Database();
  foreign.run('CREATE TABLE theirs (x)');
  const newer = new Database(readFileSync(good));
  newer.run('PRAGMA user_version = 99');
  const files: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['empty', Buffer.alloc(0), /damaged/],
    ['text', Buffer.from('Dear diary,\n'.repeat(500)), /damaged/],
    ['short', readFileSync(good).subarray(0, 5_000), /damaged/],
    ['foreign', foreign.export(), /not a file of Twinhaus/],
    ['newer', newer.export(), /newer Twinhaus \(layout 99/],
  ];
  for (const [name, bytes, message] of files) {
    const file = join(folder, `${name}.sqlite`);
    writeFileSync(file, bytes);

    await assert.rejects(openStore(file), (error: Error) => oneLine(error) && message.test(error.message), name);

    assert.deepEqual(readFileSync(file), Buffer.from(bytes));
    assert.equal(existsSync(previousOf(file)), false);
  }
  rmSync(good);
  await assert.rejects(openStore(good), (error: Error) => oneLine(error) && /is missing/.test(error.message));
});

test('a write that the disk refuses changes nothing, and later ones work again', async (context) => {
  const folder = join(folderFor(context), 'data');
  const file = join(folder, 'controller.sqlite');
  mkdirSync(folder);
  const store = await openStore(file);
  await store.write([user('1', 'before'), user('2', 'before')]);
  rmSync(folder, { recursive: true });

  const refusals = await Promise.allSettled([
    store.write([user('1', 'refused'), user('3', 'refused')]),
    store.write([user('2', null), user('1', 'refused again')]),
  ]);

  for (const refusal of refusals) assert.ok(refusal.status === 'rejected' && refusal.reason instanceof StoreFault);
  assert.deepEqual(Object.fromEntries(store.read('users')), { 1: 'before', 2: 'before' });
  mkdirSync(folder);
  await store.write([user('4', 'after')]);
  await store.close();
  const again = await openStore(file);
  assert.deepEqual(Object.fromEntries(again.read('users')), { 1: 'before', 2: 'before', 4: 'after' });
  await again.close();
});

test('a full disk is an error to every waiting caller and no loss', async (context) => {
  const folder = folderFor(context);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' });
  if (mounted.status !== 0) {
    context.skip('needs the right to mount a small tmpfs');
    return;
  }
  try {
    const file = join(folder, 'controller.sqlite');
    const store = await openStore(file);
    await store.write([user('1', 'kept')]);
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(150_000));

    const refusals = await Promise.allSettled([
      store.write([user('1', 'x'.repeat(200_000))]),
      store.write([user('2', 'shares the write')]),
    ]);

    for (const refusal of refusals) assert.ok(refusal.status === 'rejected' && refusal.reason instanceof StoreFault);
    assert.deepEqual(Object.fromEntries(store.read('users')), { 1: 'kept' });
    rmSync(join(folder, 'ballast'));
    await store.write([user('2', 'there is room again')]);
    await store.close();
    const again = await openStore(file);
    assert.deepEqual(Object.fromEntries(again.read('users')), { 1: 'kept', 2: 'there is room again' });
    await again.close();
  } finally {
    spawnSync('umount', [folder]);
  }
});
