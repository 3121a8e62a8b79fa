import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type Instant, VirtualClock } from '../../twin/index.ts';
import { Refusal } from '../refusal.ts';
import { FileJournal } from './file-journal.ts';
import type { FileJournalOptions } from './file-journal-options.ts';

const line = (seq: number): string => `{"seq":${seq},"at":"2026-01-01T00:00:00.000Z","kind":"entry","what":"Wärme"}`;
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index));

const folderFor = (context: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-journal-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const journalIn = (folder: string, more: Partial<FileJournalOptions> = {}): FileJournal =>
  new FileJournal({
    folder,
    epoch: 1,
    clock: new VirtualClock(0 as Instant),
    news: { forgotten: () => {}, stuck: () => {}, unstuck: () => {} },
    ...more,
  });

const text = async (journal: FileJournal): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of journal.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const after = async (journal: FileJournal, sequence: number): Promise<string[]> => {
  const found: string[] = [];
  for await (const each of journal.linesAfter(sequence)) found.push(each);
  return found;
};

const onlyFile = (folder: string): string => join(folder, readdirSync(folder)[0] ?? '');

test('lines are in the file before control returns to the event loop', async (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder);

  for (const each of lines(1, 3)) journal.append(each);
  await new Promise<void>((resolve) => process.nextTick(resolve));

  assert.equal(readFileSync(onlyFile(folder), 'utf8'), `${lines(1, 3).join('\n')}\n`);
  await journal.close();
});

test('what was committed is in the file at that moment', (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder);
  journal.append(line(1));

  journal.commit();

  assert.equal(readFileSync(onlyFile(folder), 'utf8'), `${line(1)}\n`);
});

test('full parts are gzip’ed, and everything reads as one', async (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder, { limits: { part: 10_000, waiting: 500 } });
  for (const each of lines(1, 2_000)) journal.append(each);
  const whole = `${lines(1, 2_000).join('\n')}\n`;
  const early = await text(journal);
  while (readdirSync(folder).filter((name) => name.endsWith('.ndjson')).length > 1) await pause(5);

  const late = await text(journal);

  assert.equal(early, whole);
  assert.equal(late, whole);
  const packed = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  assert.ok(packed.length > 5);
  assert.match(gunzipSync(readFileSync(join(folder, packed[0] ?? ''))).toString(), /^{"seq":1,/);
  await journal.close();
});

test('a journal goes on where it was', async (context) => {
  const folder = folderFor(context);
  for (let from = 1; from <= 901; from += 100) {
    const journal = journalIn(folder, { limits: { part: 10_000, waiting: 500 } });
    assert.deepEqual(await after(journal, 0), lines(1, from - 1));
    assert.deepEqual(await after(journal, Math.max(0, from - 7)), lines(Math.max(1, from - 6), from - 1));
    for (const each of lines(from, from + 99)) journal.append(each);
    await journal.close();
  }

  assert.equal(await text(journalIn(folder)), `${lines(1, 1_000).join('\n')}\n`);
});

test('a torn last line is cut off, wherever it is torn', async (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder);
  for (const each of lines(1, 3)) journal.append(each);
  await journal.close();
  const whole = readFileSync(onlyFile(folder));
  const keeps = `${lines(1, 2).join('\n')}\n`.length + 2; // each ä is two bytes
  for (let length = keeps; length < whole.length; length += 1) {
    writeFileSync(onlyFile(folder), whole.subarray(0, length));

    const torn = journalIn(folder);

    assert.deepEqual(await after(torn, 0), lines(1, 2), `${length} bytes`);
    torn.append(line(3));
    await torn.close();
    assert.deepEqual(readFileSync(onlyFile(folder)), whole);
  }
});

test('packing that was interrupted is done again', async (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder, { limits: { part: 1_000 } });
  for (const each of lines(1, 100)) {
    journal.append(each);
    journal.commit();
  }
  await journal.close();
  const raw = readdirSync(folder).find((name) => name.endsWith('.ndjson')) ?? '';
  writeFileSync(join(folder, `${raw}.gz.draft`), 'half of it');

  const again = journalIn(folder, { limits: { part: 1_000 } });

  assert.equal(await text(again), `${lines(1, 100).join('\n')}\n`);
  await again.close();
  assert.ok(!readdirSync(folder).some((name) => name.endsWith('.draft')));
});

test('the journal of another epoch is gone', async (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder);
  journal.append(line(1));
  await journal.close();

  const fresh = journalIn(folder, { epoch: 2 });

  assert.equal(await text(fresh), '');
  assert.deepEqual(readdirSync(folder), []);
});

test('a damaged journal is refused in one line', async (context) => {
  const damages: readonly ((file: string) => void)[] = [
    (file) => appendFileSync(file, `${line(7)}\n`),
    (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('{"seq":2', '{"sxq":2')),
    (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(`${line(2)}\n`, '')),
    (file) => writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), readFileSync(file)])),
  ];
  for (const damage of damages) {
    const folder = folderFor(context);
    const journal = journalIn(folder);
    for (const each of lines(1, 3)) journal.append(each);
    await journal.close();
    damage(onlyFile(folder));

    const refused = after(journalIn(folder), 0);

    await assert.rejects(refused, (error: Error) => error instanceof Refusal && !error.message.includes('\n'));
  }
});

test('a journal that ends before what is known to have happened is refused in one line', async (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder);
  for (const each of lines(1, 3)) journal.append(each);
  await journal.close();

  assert.deepEqual(await after(journalIn(folder), 3), []);
  await assert.rejects(after(journalIn(folder), 4), Refusal);
  rmSync(onlyFile(folder));
  await assert.rejects(after(journalIn(folder), 3), Refusal);
});

test('a damaged gzip’ed part is refused in one line', async (context) => {
  const folder = folderFor(context);
  const journal = journalIn(folder, { limits: { part: 1_000 } });
  for (const each of lines(1, 100)) {
    journal.append(each);
    journal.commit();
  }
  while (!readdirSync(folder).some((name) => name.endsWith('.gz'))) await pause(5);
  await journal.close();
  const packed = join(folder, readdirSync(folder).find((name) => name.endsWith('.gz')) ?? '');
  truncateSync(packed, 40);

  await assert.rejects(after(journalIn(folder), 0), Refusal);
});

test('beyond its limit the journal gives up its oldest parts and says so', async (context) => {
  const folder = folderFor(context);
  const first: number[] = [];
  const journal = journalIn(folder, {
    limits: { part: 5_000, waiting: 100, journal: 8_000 },
    news: { forgotten: (from) => first.push(from), stuck: () => {}, unstuck: () => {} },
  });
  for (const each of lines(1, 5_000)) {
    journal.append(each);
    if (each.length % 50 === 0) await pause(0);
  }
  while (readdirSync(folder).filter((name) => name.endsWith('.ndjson')).length > 1) await pause(5);

  const kept = (await text(journal)).trimEnd().split('\n');

  assert.ok(first.length > 0);
  assert.equal(kept[0], line(first.at(-1) ?? 0));
  assert.equal(kept.at(-1), line(5_000));
  await journal.close();
});
