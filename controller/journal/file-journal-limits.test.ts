import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Instant, SystemClock, toIso, VirtualClock } from '../../twin/index.ts';
import { FileJournal } from './file-journal.ts';
import type { FileJournalOptions } from './file-journal-options.ts';
import { JournalHistory } from './journal-history.ts';
import { limitsOf } from './journal-limits.ts';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
/** Line `seq` is written in hour `seq`. */
const line = (seq: number): string =>
  `{"seq":${seq},"at":"${toIso((BEGIN + seq * HOUR) as Instant)}","kind":"entry","cid":"C1","property":"state","value":${seq},"content":${seq},"cause":null}`;

const begin = (context: TestContext, more: Partial<FileJournalOptions>) => {
  const folder = mkdtempSync(join(tmpdir(), 'twinhaus-journal-'));
  const said: { from: number; limit: string }[] = [];
  const open = (checkpoint: number) =>
    new FileJournal({
      ...{ folder, epoch: 1, clock: new VirtualClock(0 as Instant), checkpoint },
      news: { forgotten: (from, limit) => said.push({ from, limit }), stuck: () => {}, unstuck: () => {} },
      ...more,
    });
  const journal = open(0);
  context.after(async () => {
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, journal, said, open };
};

const write = (journal: FileJournal, from: number, to: number): void => {
  for (let seq = from; seq <= to; seq += 1) {
    journal.append(line(seq));
    journal.commit();
  }
};

/** Waits until nothing is left to pack. */
const packed = async (folder: string): Promise<void> => {
  while (readdirSync(folder).filter((name) => !name.endsWith('.gz')).length > 1) await pause(5);
};

const numbersIn = async (pieces: AsyncIterable<Buffer>): Promise<number[]> => {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read)
    .toString()
    .trimEnd()
    .split('\n')
    .map((each) => (JSON.parse(each) as { seq: number }).seq);
};

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('what is older than it is kept goes in whole files, an eighth of that time late at most', async (context) => {
  const { folder, journal, said } = begin(context, { limits: limitsOf({ days: 8 }) });
  write(journal, 1, 1_000);
  journal.checkpointed(1_000);
  journal.checkpointed(1_000);

  const [first = 0, ...rest] = await numbersIn(journal.read());

  assert.ok(first <= 1_000 - 8 * 24, 'nothing younger than eight days is gone');
  assert.ok(first >= 1_000 - 9 * 24 - 2, `nothing older than nine is there: ${first}`);
  assert.deepEqual([first, ...rest], upTo(first, 1_000));
  assert.deepEqual(said.at(-1), { from: first, limit: 'age' });
  assert.ok(journal.counts.forgotten > 20);
  await packed(folder);
  assert.equal((await numbersIn(journal.read()))[0], first, 'a part that was being packed does not come back');
});

test('beyond its size the oldest files go, and both limits count', async (context) => {
  const { folder, journal, said } = begin(context, { limits: { ...limitsOf({ days: 36_500 }), journal: 9_000 } });
  write(journal, 1, 2_000);
  await packed(folder);
  journal.checkpointed(2_000);
  journal.checkpointed(2_000);

  const bytes = journal.counts.bytes;
  const numbers = await numbersIn(journal.read());

  assert.ok(bytes <= 9_000 && bytes > 5_000, `${bytes}`);
  assert.equal(said.at(-1)?.limit, 'size');
  assert.deepEqual(numbers, upTo(numbers[0] ?? 0, 2_000));
});

test('what a start needs stays, however small the journal is to be', async (context) => {
  const { folder, journal, said, open } = begin(context, { limits: { journal: 8_000 } });
  write(journal, 1, 500);
  await packed(folder);
  assert.equal((await numbersIn(journal.read()))[0], 1, 'before the first checkpoint a start needs everything');
  journal.checkpointed(300);
  assert.deepEqual(said, [], 'nor after it: the image before it may have to be put back');
  write(journal, 501, 600);
  journal.checkpointed(550);

  const needed = await numbersIn(journal.read());
  await journal.close();
  const again = open(300);
  const after: string[] = [];
  for await (const each of again.linesAfter(300)) after.push(each);
  await again.close();

  assert.ok((needed[0] ?? 0) > 200 && (needed[0] ?? 0) <= 300, `${needed[0]}`);
  assert.deepEqual(after, upTo(301, 600).map(line));
});

test('a journal that is to be smaller from now on is smaller at once', async (context) => {
  const { folder, journal } = begin(context, { limits: { part: 5_000 } });
  write(journal, 1, 1_000);
  await packed(folder);
  journal.checkpointed(1_000);
  journal.checkpointed(1_000);
  const before = readdirSync(folder).length;

  journal.limit({ journal: 6_000 });

  assert.ok(readdirSync(folder).length < before);
  assert.ok(journal.counts.bytes <= 6_000);
});

test('a reader from whom the oldest files are taken away finds every line that is left, once and in order', async (context) => {
  const { folder, journal } = begin(context, { limits: { part: 5_000 } });
  write(journal, 1, 1_000);
  await packed(folder);
  const reading = journal.read()[Symbol.asyncIterator]();
  const first = await reading.next();
  journal.checkpointed(1_000);
  journal.checkpointed(1_000);
  // The part that was open as the reading began is closed, packed, and goes on in another.
  write(journal, 1_001, 1_200);
  await packed(folder);
  journal.limit({ journal: 9_000 });

  const pieces = (async function* () {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => reading };
  })();
  const numbers = await numbersIn(pieces);

  assert.equal(numbers[0], 1);
  assert.equal(numbers.at(-1), 1_000, 'no more than there was as it began');
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((one, other) => one - other),
  );
  assert.ok(numbers.length < 1_000);
});

test('the history of a property is told from what is left', async (context) => {
  const { journal } = begin(context, { limits: limitsOf({ days: 8 }) });
  write(journal, 1, 1_000);
  journal.checkpointed(1_000);
  journal.checkpointed(1_000);
  const [first = 0] = await numbersIn(journal.read());

  const found = await new JournalHistory(journal, new SystemClock()).entries({
    ...{ cid: 'C1', property: 'state', since: null, limit: 1_000 },
  });

  assert.deepEqual(
    found.map(({ value }) => value),
    upTo(first, 1_000).reverse(),
  );
});
