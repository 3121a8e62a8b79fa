import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pause, type RunningSandbox, run, startSandbox, temporaryFolder } from '../../property-tests/fixtures.ts';
import { as, call, control } from '../../property-tests/http-client.ts';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';

/** Later than any present, so that time goes on from where it stopped and not from now. */
const ARGUMENTS = ['--scenario', 'one-room', '--start', '2100-03-01T06:00:00.000Z', '--data'];

/** A folder of its own; whatever runs in it is ended first. */
const place = (context: TestContext) => {
  const folder = temporaryFolder();
  const running: RunningSandbox[] = [];
  context.after(async () => {
    for (const { stop } of running) await stop();
    folder.remove();
  });
  const start = async (data: string) => {
    const sandbox = await startSandbox([...ARGUMENTS, data]);
    running.push(sandbox);
    return sandbox;
  };
  return { path: (name: string) => join(folder.path, name), start };
};

/** A house that has stopped, and a backup of it. */
const kept = async (context: TestContext) => {
  const { path, start } = place(context);
  const data = path('data');
  const { http, stop } = await start(data);
  await control(http, '/devices', { cid: 'C1', property: 'state', content: 1 });
  await stop();
  const file = path('house.tar.gz');
  const done = await run(['backup', file, '--data', data]);
  assert.equal(done.status, 0, done.stderr);
  return { path, start, data, file };
};

const restore = (file: string, data: string, ...more: readonly string[]) =>
  run(['restore', file, '--data', data, ...more]);

describe('a backup', () => {
  test('that is made while the controller works has everything that was acknowledged before', async (context) => {
    const { path, start } = place(context);
    const { http, kill, alive } = await start(path('data'));
    let rooms = 0;
    let presses = 0;
    const isGone = () => undefined;
    const busy = [
      (async () => {
        while (alive()) {
          await call(http, 'addRoom', { name: `Room ${rooms}`, zones: [] }, { headers: as('admin') }).then(
            ({ status }) => {
              if (status === 200) rooms += 1;
            },
            isGone,
          );
        }
      })(),
      (async () => {
        while (alive()) {
          const pressed = control(http, '/devices', { cid: 'C1', property: 'state', content: presses % 2 });
          await pressed.then(({ status }) => {
            if (status === 200) presses += 1;
          }, isGone);
          await pause(1);
        }
      })(),
    ];
    const backups = [];
    for (let number = 0; number < 4; number += 1) {
      const due = { rooms, presses };
      const file = path(`${number}.tar.gz`);
      const { status, stderr } = await run(['backup', file, '--data', path('data')]);
      assert.equal(status, 0, stderr);
      backups.push({ file, due });
    }
    await kill();
    await Promise.all(busy);

    for (const { file, due } of backups) {
      const data = `${file}-restored`;
      assert.equal((await restore(file, data)).status, 0);
      const sandbox = await start(data);
      const there = await call(sandbox.http, 'getRooms', {}, { headers: as('admin') });
      const journal = await (await fetch(`${sandbox.http}/sandbox/v1/journal`)).text();
      await sandbox.stop();

      assert.ok(there.as<unknown[]>().length > due.rooms, `${due.rooms} rooms`);
      assert.ok((journal.match(/"byHand":true/g) ?? []).length >= due.presses, `${due.presses} presses`);
    }
    assert.ok((backups.at(-1)?.due.rooms ?? 0) > 2 && presses > 10, 'it was used meanwhile');
  });

  test('copies the journal after the images, so that it holds at least what they know, and any tar can look into it', async (context) => {
    const { file } = await kept(context);
    const { stdout } = spawnSync('tar', ['-tzf', file], { encoding: 'utf8' });
    const names = stdout.trimEnd().split('\n');

    assert.deepEqual(
      names.map((name) => name.replace(/\d+-\d+/, 'N')),
      [
        ...['version', 'certificate.pem', 'clock', 'controller.sqlite', 'twin.sqlite'],
        'journal/N.ndjson',
        'manifest.json',
      ],
    );
  });

  test('that was changed or cut anywhere is refused, and nothing is made of it', async (context) => {
    const { path, file } = await kept(context);
    const good = readFileSync(file);
    const open = gunzipSync(good);
    const flipped = (at: number) => {
      const copy = Buffer.from(open);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return gzipSync(copy);
    };
    const wrong = [
      ...[0, 700, Math.floor(open.length / 3), Math.floor(open.length / 2)].map(flipped),
      ...[0, 10, Math.floor(good.length / 2), good.length - 1].map((length) => good.subarray(0, length)),
      gzipSync(open.subarray(0, 1_536)),
      gzipSync(Buffer.concat([open.subarray(0, 1_024), TAR_END])),
      Buffer.from('not a backup'),
    ];

    for (const [index, bytes] of wrong.entries()) {
      writeFileSync(path('wrong'), bytes);
      const { status, stderr } = await restore(path('wrong'), path('made'));
      assert.equal(status, 2, `${index}: ${stderr}`);
      assert.match(stderr, /^twinhaus: .*\/wrong .+\n$/);
    }
    assert.deepEqual(
      readdirSync(path('.')).filter((name) => name.startsWith('made')),
      [],
    );
  });

  test('writes nowhere but into its folder', async (context) => {
    const { path } = place(context);
    const evil = Buffer.from('evil');
    const header = tarHeader({ name: '../evil', size: evil.length });
    writeFileSync(path('house'), gzipSync(Buffer.concat([header, evil, tarPadding(evil.length), TAR_END])));
    const { status, stderr } = await restore(path('house'), path('made'));

    assert.equal(status, 2);
    assert.match(stderr, /"\.\.\/evil"/);
    assert.ok(!existsSync(path('evil')));
  });

  test('of a newer program is refused', async (context) => {
    const { path, data } = await kept(context);
    writeFileSync(join(data, 'version'), '99\n');
    await run(['backup', path('newer.tar.gz'), '--data', data]);
    const { status, stderr } = await restore(path('newer.tar.gz'), path('made'));

    assert.equal(status, 2);
    assert.match(stderr, /newer Twinhaus .*version 99/);
  });

  test('takes the place of a folder only if it is asked to, and keeps that one', async (context) => {
    const { start, data, file } = await kept(context);
    const before = readFileSync(join(data, 'controller.sqlite'));
    const refused = await restore(file, data);
    writeFileSync(join(data, 'clock'), 'changed since');
    const done = await restore(file, data, '--replace');

    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /is there already/);
    assert.equal(done.status, 0, done.stderr);
    assert.equal(readFileSync(`${data}.replaced-1/clock`, 'utf8'), 'changed since');
    assert.deepEqual(readFileSync(join(data, 'controller.sqlite')), before);
    const { http } = await start(data);
    const used = await restore(file, data, '--replace');
    assert.equal((await call(http, 'getRooms', {}, { headers: as('admin') })).status, 200);
    assert.equal(used.status, 2);
    assert.match(used.stderr, /in use by process/);
  });

  test('is not written over another file, nor of a folder without a house', async (context) => {
    const { path, data, file } = await kept(context);
    const again = await run(['backup', file, '--data', data]);
    const none = await run(['backup', path('none.tar.gz'), '--data', path('nowhere')]);

    assert.deepEqual([again.status, none.status], [2, 2]);
    assert.match(again.stderr, /is there already/);
    assert.match(none.stderr, /holds no house/);
  });
});
