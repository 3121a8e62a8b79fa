import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSandbox, temporaryFolder, until } from '../property-tests/fixtures.ts';
import { as, call, control, now, type Reply, send } from '../property-tests/http-client.ts';

const START = '2100-01-01T00:00:00.000Z';
const SIZE = 2_000_000;

test('on a full disk commands are refused, the house can still be read, and it goes on once there is room', async (context) => {
  const disk = temporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk.path], { stdio: 'ignore' }).status !== 0) {
    disk.remove();
    context.skip('needs the right to mount a small tmpfs');
    return;
  }
  const ballast = join(disk.path, 'ballast');
  const arguments_ = ['--data', join(disk.path, 'house'), '--start', START, '--speed', '1'];
  let sandbox = await startSandbox(arguments_);
  context.after(async () => {
    await sandbox.kill();
    spawnSync('umount', [disk.path]);
    disk.remove();
  });
  const { http } = sandbox;
  const brightness = (value: number): Promise<Reply> =>
    call(http, 'componentUpdate', { cid: 'C7', property: 'brightness', value }, { headers: as('resident') });
  assert.equal((await brightness(10)).status, 200);

  // Leaves no room for anything.
  assert.throws(() => writeFileSync(ballast, Buffer.alloc(SIZE)));
  let accepted = 1;
  await until(
    async () => {
      const { status, errorCode } = await brightness(1 + (accepted % 90));
      if (status === 200) accepted += 1;
      else assert.deepEqual([status, errorCode], [408, 116]);
      return status === 408;
    },
    'a command is refused',
    20_000,
  );
  const refusedPassword = await call(
    http,
    'setPassword',
    { oldPassword: 'sandbox-resident', newPassword: 'not to be kept' },
    { headers: as('resident') },
  );
  const ready = await send(`${http}/health/ready`);
  const metrics = await send(`${http}/metrics`);
  assert.equal(ready.status, 503, ready.text);
  assert.equal(ready.as<{ journal: boolean }>().journal, false);
  assert.match(metrics.text, /^twinhaus_journal_stuck 1$/m);
  assert.equal((await send(`${http}/health/live`)).status, 200);
  const [stands, components, pressed, advanced] = [
    await now(http),
    await call(http, 'getAllComponents', {}, { headers: as('resident') }),
    await control(http, '/devices', { cid: 'C1', property: 'state', content: 1 }),
    await control(http, '/clock', { advance: 60 }),
  ];

  assert.equal(refusedPassword.errorCode, 116);
  assert.equal(components.status, 200);
  assert.deepEqual([pressed.status, advanced.status], [400, 400]);
  assert.match(pressed.text, /journal/);
  assert.equal(await now(http), stands, 'time stands still');
  assert.match(sandbox.log(), /the journal cannot be written/);
  assert.ok(sandbox.alive());

  rmSync(ballast);
  await until(async () => (await brightness(42)).status === 200, 'a command is accepted again');
  accepted += 1;
  await until(async () => (await now(http)) > stands, 'time goes on');
  assert.match(sandbox.log(), /can be written again/);
  assert.equal((await send(`${http}/health/ready`)).as<{ journal: boolean }>().journal, true);
  assert.match((await send(`${http}/metrics`)).text, /^twinhaus_journal_stuck 0$/m);
  const { text } = await send(`${http}/sandbox/v1/journal`);
  await sandbox.kill();

  sandbox = await startSandbox(arguments_);
  const after = await send(`${sandbox.http}/sandbox/v1/journal`);
  assert.ok(after.text.startsWith(text), 'nothing is lost');
  assert.ok((text.match(/"kind":"command"/g) ?? []).length >= accepted);
  assert.equal((await call(sandbox.http, 'auth', undefined, { headers: as('resident') })).status, 200);
  assert.equal(await sandbox.stop(), 0);
});
