import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { noQueueDrops } from '../../api/queue-drops.ts';
import { type Instant, SystemClock, toIso } from '../../twin/index.ts';
import { FileJournal } from './file-journal.ts';
import type { Journal } from './journal.ts';
import { JournalHistory } from './journal-history.ts';
import { MemoryJournal } from './memory-journal.ts';

const START = Date.parse('2030-01-01T00:00:00Z');
const NEWS = { forgotten: () => undefined, stuck: () => undefined, unstuck: () => undefined };
const clock = new SystemClock();
const at = (index: number): Instant => (START + index * 1_000) as Instant;

/** One entry a second, of two components in turn; among them a name that looks like an entry. */
const fill = async (journal: Journal, count: number): Promise<void> => {
  for (let index = 1; index <= count; index += 1) {
    const head = `{"seq":${index},"at":"${toIso(at(index))}"`;
    if (index % 10 === 0) {
      const name = '"kind":"entry","cid":"C1","property":"state",';
      journal.append(`${head},"kind":"configuration","record":${JSON.stringify({ name })}}`);
    } else {
      const what = `"cid":"C${1 + (index % 2)}","property":"state","value":true,"content":${index}`;
      journal.append(`${head},"kind":"entry",${what},"cause":{"by":"device"}}`);
    }
    if (index % 5_000 === 0) await clock.breathe();
  }
};

const kinds: readonly [string, (folder: string) => Journal][] = [
  ['in memory', () => new MemoryJournal(NEWS)],
  ['on disk', (folder) => new FileJournal({ folder, epoch: 1, clock, news: NEWS, limits: { part: 500_000 } })],
];

for (const [where, open] of kinds) {
  test(`the newest values of a property are found in a journal ${where}, past every block and part`, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const journal = open(folder);
    const COUNT = 20_000;
    await fill(journal, COUNT);
    const history = new JournalHistory(journal, clock);
    const contents = async (since: Instant | null, limit: number) =>
      (await history.entries({ cid: 'C1', property: 'state', since, limit })).map(({ content }) => content);
    const expected = Array.from({ length: COUNT }, (_, index) => COUNT - index).filter(
      (number) => number % 2 === 0 && number % 10 !== 0,
    );

    assert.deepEqual(await contents(null, 3), [19_998, 19_996, 19_994]);
    assert.deepEqual(await contents(null, 100_000), expected);
    assert.deepEqual(
      await contents(at(15_002), 100_000),
      expected.filter((number) => number >= 15_002),
    );
    const [newest] = await history.entries({ cid: 'C1', property: 'state', since: null, limit: 1 });
    assert.deepEqual(newest, {
      ...{ value: true, content: 19_998, lastUpdate: toIso(at(19_998)), cause: { by: 'device' } },
    });
    assert.deepEqual(await history.entries({ cid: 'C1', property: 'stat', since: null, limit: 9 }), []);
    await journal.close();
  });
}

test('one question looks at no more than its share, and too many questions are refused', async () => {
  const journal = new MemoryJournal(NEWS);
  await fill(journal, 20_000);
  const drops = noQueueDrops();
  const history = new JournalHistory(journal, clock, { most: 300_000, drops });
  const ask = () => history.entries({ cid: 'C1', property: 'state', since: null, limit: 100_000 });
  const found = await ask();
  assert.ok(found.length > 500 && found.length < 6_000, String(found.length));

  const asked = await Promise.allSettled(Array.from({ length: 70 }, ask));
  const refused = asked.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 6);
  assert.equal(drops.histories, 6);
  assert.deepEqual(await ask(), found);
});
