import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Instant, StoreFault, seconds, VirtualClock } from '../../twin/index.ts';
import { FileJournal } from './file-journal.ts';

const line = (seq: number): string => `{"seq":${seq},"at":"2026-01-01T00:00:00.000Z","kind":"entry"}`;

test('on a full disk the journal says so, refuses to commit, and loses nothing once there is room', async (context) => {
  const disk = mkdtempSync(join(tmpdir(), 'twinhaus-full-'));
  context.after(() => rmSync(disk, { recursive: true, force: true }));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' }).status !== 0) {
    context.skip('needs the right to mount a small tmpfs');
    return;
  }
  try {
    const news: string[] = [];
    const clock = new VirtualClock(0 as Instant);
    const folder = join(disk, 'journal');
    const journal = new FileJournal({
      folder,
      epoch: 1,
      clock,
      news: { forgotten: () => {}, stuck: () => news.push('stuck'), unstuck: () => news.push('unstuck') },
    });
    const append = (seq: number): void => {
      journal.append(line(seq));
      journal.commit();
    };
    append(1);
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(52_000));

    let committed = 1;
    assert.throws(() => {
      for (;;) {
        append(committed + 1);
        committed += 1;
      }
    }, StoreFault);
    assert.throws(() => append(committed + 2), StoreFault);
    assert.deepEqual(news, ['stuck']);

    rmSync(join(disk, 'ballast'));
    clock.advanceTo(seconds(1) as number as Instant);
    assert.deepEqual(news, ['stuck', 'unstuck'], 'it tries again by itself');
    append(committed + 3);

    const expected = Array.from({ length: committed + 3 }, (_, index) => line(index + 1));
    const [file = ''] = readdirSync(folder);
    assert.deepEqual(readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'), expected);
    await journal.close();
  } finally {
    spawnSync('umount', [disk]);
  }
});
