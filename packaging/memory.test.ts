import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { COMMAND, temporaryFolder } from '../property-tests/fixtures.ts';
import { call, credentials } from '../property-tests/http-client.ts';

const LOGINS = 12;
const MEBIBYTE = 1_048_576;
/** Measured with glibc 2.36: half a MiB with the wrapper, 63 MiB without. */
const MOST_GROWTH = 32 * MEBIBYTE;

const isGlibc = 'glibcVersionRuntime' in ((process.report.getReport() as { header: object }).header ?? {});

test(`after ${LOGINS} logins the installed program holds no memory of theirs`, {
  skip: process.platform === 'linux' && isGlibc ? false : 'needs Linux with glibc, whose memory is measured',
}, async (context) => {
  const folder = temporaryFolder();
  context.after(() => folder.remove());
  const wrapper = join(folder.path, 'twinhaus');
  const text = readFileSync(new URL('debian/twinhaus.sh', import.meta.url), 'utf8');
  const program = text.replace('@NODE@', process.execPath).replaceAll('/usr/lib/twinhaus', dirname(dirname(COMMAND)));
  writeFileSync(wrapper, program, { mode: 0o755 });
  const { MALLOC_ARENA_MAX: _, MALLOC_MMAP_THRESHOLD_: __, ...env } = process.env;
  const ports = ['--http-port', '0', '--https-port', '0'];
  const child = spawn(wrapper, ['sandbox', '--json', '--scenario', 'one-room', ...ports], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const over = once(child, 'exit');
  context.after(async () => {
    child.kill('SIGKILL');
    await over;
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { http } = JSON.parse(String(line)) as { http: string };
  const admin = { headers: credentials('admin', 'sandbox-admin') };
  assert.equal((await call(http, 'getVersion', {}, admin)).status, 200);
  const before = residentOf(child.pid);

  const users = Array.from({ length: LOGINS }, (_, index) => `user-${index}`);
  const password = 'a fine password';
  for (const username of users) {
    assert.equal((await call(http, 'addUser', { username, password, group: 'user' }, admin)).status, 200);
  }
  const logins = users.map((username) => call(http, 'auth', {}, { headers: credentials(username, password) }));
  for (const { status } of await Promise.all(logins)) assert.equal(status, 200);

  const grown = residentOf(child.pid) - before;
  assert.ok(grown < MOST_GROWTH, `${(grown / MEBIBYTE).toFixed(1)} MiB more`);
});

const residentOf = (pid: number | undefined): number => {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
};
