import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MemoryJournal } from './memory-journal.ts';

const line = (seq: number): string =>
  `{"seq":${seq},"at":"2026-01-01T00:00:00.000Z","kind":"entry","cid":"C${seq % 97}","property":"temperature","value":${(seq % 300) / 10},"note":"Wärme ☀"}`;

const text = async (journal: MemoryJournal): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of journal.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const never = { forgotten: () => assert.fail('nothing is forgotten below the limit') };

test('every line is there, in order, however many blocks it took', async () => {
  const journal = new MemoryJournal(never);
  const lines = Array.from({ length: 40_000 }, (_, index) => line(index + 1));

  for (const each of lines) journal.append(each);
  const atOnce = await text(journal);
  await turn();
  const deflated = await text(journal);

  assert.equal(atOnce, `${lines.join('\n')}\n`);
  assert.equal(deflated, atOnce);
});

test('a line longer than a block is kept whole', async () => {
  const journal = new MemoryJournal(never);
  const long = `{"seq":2,"at":"","kind":"configuration","what":"${'ü'.repeat(400_000)}"}`;

  for (const each of [line(1), long, line(3)]) journal.append(each);

  assert.equal(await text(journal), `${line(1)}\n${long}\n${line(3)}\n`);
});

test('an empty journal reads as nothing', async () => {
  assert.equal(await text(new MemoryJournal(never)), '');
});

test('reading ends where the journal stood when it began', async () => {
  const journal = new MemoryJournal(never);
  journal.append(line(1));
  const pieces: string[] = [];
  for await (const piece of journal.read()) {
    pieces.push(String(piece));
    journal.append(line(2));
  }

  assert.equal(pieces.join(''), `${line(1)}\n`);
});

test('beyond its limit the journal gives up its oldest lines, says so, and stays small', async () => {
  const first: number[] = [];
  const limit = 200_000;
  const journal = new MemoryJournal({ forgotten: (from) => first.push(from) }, limit);

  for (let seq = 1; seq <= 200_000; seq += 1) {
    journal.append(line(seq));
    if (seq % 1_000 === 0) await turn();
  }
  const from = first.at(-1) ?? 1;
  const kept = (await text(journal)).trimEnd().split('\n');

  assert.ok(from > 1, 'something was given up');
  assert.equal(kept[0], line(from));
  assert.equal(kept.at(-1), line(200_000));
  assert.equal(kept.length, 200_001 - from);
});
