import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../property-tests/fixtures.ts';
import { migrate } from './data-version.ts';
import type { Migration } from './migrations.ts';
import { Refusal } from './refusal.ts';

/** A folder as the first version left it, in which `house` says what is in it. */
const folderOf = (context: TestContext, house = 'old'): string => {
  const { path, remove } = temporaryFolder();
  context.after(remove);
  writeFileSync(join(path, 'controller.sqlite'), house);
  return path;
};

/** Appends a word, unless it is there already. */
const adds = (word: string, fails = false): Migration => ({
  means: `adds ${word}`,
  async run(folder) {
    const file = join(folder, 'controller.sqlite');
    const text = readFileSync(file, 'utf8');
    if (!text.includes(word)) writeFileSync(file, `${text} ${word}`);
    if (fails) throw new Error('the power failed');
  },
});

const migrated = async (folder: string, migrations: readonly Migration[]) => {
  const said: string[] = [];
  const backUp = async (file: string) => writeFileSync(file, readFileSync(join(folder, 'controller.sqlite')));
  await migrate(folder, { backUp, say: (line) => said.push(line), migrations });
  return said;
};

const content = (folder: string) => readFileSync(join(folder, 'controller.sqlite'), 'utf8');
const version = (folder: string) => readFileSync(join(folder, 'version'), 'utf8').trim();

describe('a data folder of an earlier version', () => {
  test('is backed up, then changed step by step, and says so', async (context) => {
    const folder = folderOf(context);
    const said = await migrated(folder, [adds('rooms'), adds('zones')]);

    assert.equal(content(folder), 'old rooms zones');
    assert.equal(version(folder), '3');
    assert.equal(readFileSync(join(folder, 'before-version-3.tar.gz'), 'utf8'), 'old');
    assert.deepEqual(said.slice(1), ['version 2: adds rooms', 'version 3: adds zones']);
    assert.deepEqual(await migrated(folder, [adds('rooms'), adds('zones')]), []);
  });

  test('goes on after a step that was interrupted, and keeps the backup of before the first attempt', async (context) => {
    const folder = folderOf(context);
    await assert.rejects(migrated(folder, [adds('rooms'), adds('zones', true)]), /the power failed/);
    assert.equal(version(folder), '2');
    await migrated(folder, [adds('rooms'), adds('zones')]);

    assert.equal(content(folder), 'old rooms zones');
    assert.equal(readFileSync(join(folder, 'before-version-3.tar.gz'), 'utf8'), 'old');
  });

  test('is not touched if it cannot be backed up', async (context) => {
    const folder = folderOf(context);
    const backUp = () => Promise.reject(new Error('the disk is full'));
    await assert.rejects(migrate(folder, { backUp, say: () => {}, migrations: [adds('rooms')] }), /the disk is full/);

    assert.equal(content(folder), 'old');
    assert.ok(!existsSync(join(folder, 'version')));
  });
});

test('a data folder of a later version is refused and left as it is', async (context) => {
  const folder = folderOf(context);
  writeFileSync(join(folder, 'version'), '7\n');

  await assert.rejects(
    migrated(folder, [adds('rooms')]),
    (error) => error instanceof Refusal && /version 7 of the data, this one knows 2/.test(error.message),
  );
  assert.equal(content(folder), 'old');
});

test('a folder that begins has the present version, and nothing to change', async (context) => {
  const { path, remove } = temporaryFolder();
  context.after(remove);

  assert.deepEqual(await migrated(path, [adds('rooms')]), []);
  assert.equal(version(path), '2');
});
