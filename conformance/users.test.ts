import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Report } from './reports/report.ts';
import { lightsOf } from './testing/belongings.ts';
import { ask, type GoodController, typeConformance } from './testing/good-controller.ts';
import { differences } from './testing/judging.ts';
import { startSandbox } from './testing/sandbox.ts';

describe('a user who may not do everything', () => {
  let good: GoodController;
  let folder = '';
  before(async () => {
    good = await startSandbox({ cheapPasswords: true });
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  });
  after(async () => {
    await good?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const asked = (username: string, ...more: readonly string[]) =>
    typeConformance([good.http, '--username', username, '--password', `sandbox-${username}`, ...more]);
  const read = (name: string): Report => JSON.parse(readFileSync(join(folder, name), 'utf8'));

  test('brings no bad news of what that user may not command, and switches nothing else', async () => {
    // Most of the house is View only: the first lamp that is found would be one that may not be commanded.
    const rooms = (await ask(good, 'getRooms')) as { id: number }[];
    const [open, ...others] = rooms.map(({ id }) => String(id));
    const viewed = Object.fromEntries(others.map((id) => [id, 'View only']));
    await ask(good, 'addUser', {
      username: 'viewer',
      password: 'sandbox-viewer',
      group: 'user',
      rooms: { '*': 'View only', ...viewed, [String(open)]: 'Full' },
    });
    const before = await lightsOf(good);
    const files = ['--transcript', join(folder, 'transcript'), '--json', join(folder, 'report')];

    const { status, output } = await asked('viewer', '--once', '--only', 'components', ...files);

    assert.equal(status, 0, output);
    assert.match(output, /PASS +components\.command/);
    assert.doesNotMatch(output, /^(?:FAIL|WARN|not put back)/m);
    // The last command was accepted; a device takes a moment for it.
    const patience = performance.now() + 5_000;
    while (!isDeepStrictEqual(await lightsOf(good), before) && performance.now() < patience);
    assert.deepEqual(await lightsOf(good), before);
    await typeConformance(['verify', join(folder, 'transcript'), '--json', join(folder, 'again')]);
    assert.deepEqual(differences(read('report'), read('again')), []);
  });

  test('who may command nothing has that left out', async () => {
    await ask(good, 'addUser', {
      username: 'watcher',
      password: 'sandbox-watcher',
      group: 'user',
      rooms: { '*': 'View only' },
    });

    const { status, output } = await asked('watcher', '--only', 'components');

    assert.equal(status, 0, output);
    assert.match(output, /left out, nothing was found that may be switched, and without harm: .*components\.command/);
  });

  test('who is disabled is told so, with status 2', async () => {
    const { status, output, errors } = await asked('former');

    assert.deepEqual([status, output], [2, '']);
    assert.match(errors, /says that former is disabled\n$/);
  });
});
