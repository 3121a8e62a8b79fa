import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lockFolder } from './folder-lock.ts';
import { Refusal } from './refusal.ts';

const HERE = fileURLToPath(new URL('folder-lock.ts', import.meta.url));

/** Another process that holds the folder, or says why it does not get it. */
const holder = async (folder: string) => {
  const program = `import(${JSON.stringify(HERE)}).then(({ lockFolder }) => {
    try { lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name + ': ' + error.message); }
  })`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, said: String(said).trim() };
};

const folderFor = (context: { after(end: () => void): void }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-lock-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('a folder belongs to one process at a time, and the other is told which has it', async (context) => {
  const folder = folderFor(context);
  const first = await holder(folder);
  assert.equal(first.said, 'held');

  const second = await holder(folder);

  assert.equal(
    second.said,
    `Refusal: ${folder} is in use by process ${first.child.pid}: stop it first, or name another folder`,
  );
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
});

test('a folder whose process was killed is free at once', async (context) => {
  const folder = folderFor(context);
  const first = await holder(folder);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const release = lockFolder(folder);

  assert.deepEqual(readdirSync(folder), ['lock']);
  release();
  assert.deepEqual(readdirSync(folder), []);
});

test('a lock counts only for the very process that took it', (context) => {
  const folder = folderFor(context);
  const lock = join(folder, 'lock');
  const release = lockFolder(folder);
  const held = JSON.parse(readFileSync(lock, 'utf8'));
  assert.throws(() => lockFolder(folder), Refusal);
  release();
  for (const stale of [
    JSON.stringify({ ...held, started: '1' }),
    JSON.stringify({ ...held, boot: 'another run of the machine' }),
    'not even JSON {',
  ]) {
    writeFileSync(lock, stale);

    lockFolder(folder)();

    assert.equal(existsSync(lock), false, stale);
  }
});

test('of processes that all find a stale lock, exactly one gets the folder', async (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 1, started: '-1', boot: null }));

  const rivals = await Promise.all(Array.from({ length: 4 }, () => holder(folder)));

  assert.equal(rivals.filter(({ said }) => said === 'held').length, 1, rivals.map(({ said }) => said).join('\n'));
  for (const { child } of rivals) child.kill('SIGKILL');
});

test('a folder that cannot be made is refused in one line', (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'file'), '');

  assert.throws(
    () => lockFolder(join(folder, 'file', 'data')),
    (error) => error instanceof Refusal && !error.message.includes('\n'),
  );
});
