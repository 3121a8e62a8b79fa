import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Subject } from 'rxjs';
import { type Component, type DataEntry, type Instant, later, milliseconds, VirtualClock } from '../twin/index.ts';
import type { View } from './access/view.ts';
import { type Batch, createEvents } from './events.ts';
import { LIMITS } from './limits.ts';

test('what happens in one turn is told together, at its end', async () => {
  const { events, change, heard } = house();
  events.listen(heard);

  change('C1', 1);
  change('C2', 2);
  const during = heard.batches.length;
  await turn();

  assert.equal(during, 0);
  assert.deepEqual(heard.batches, [[1, 2]]);
});

test('the first change after a pause is told at once, those of the next 10 ms together', async () => {
  const { events, change, heard, pass } = house();
  events.listen(heard);

  for (let ms = 0; ms <= 30; ms += 3) {
    change('C1', ms);
    await pass(3);
  }
  await pass(100);
  change('C1', 'after the pause');
  await turn();

  assert.deepEqual(heard.batches, [[0], [3, 6, 9], [12, 15, 18], [21, 24, 27], [30], ['after the pause']]);
});

test('everybody hears every batch until they stop listening', async () => {
  const { events, change, heard } = house();
  const other = ears();
  const stop = events.listen(heard);
  events.listen(other);

  change('C1', 1);
  events.flush();
  stop();
  stop();
  change('C1', 2);
  events.flush();

  assert.deepEqual([heard.batches, other.batches], [[[1]], [[1], [2]]]);
});

test('who begins to listen after a flush hears nothing of what was before it', () => {
  const { events, change, heard } = house();
  const late = ears();
  events.listen(heard);

  change('C1', 1);
  events.flush();
  events.listen(late);
  change('C1', 2);
  events.flush();

  assert.deepEqual(late.batches, [[2]]);
});

test('a long advance keeps no more than one batch and loses nothing', () => {
  const { events, change, heard } = house();
  events.listen(heard);
  const count = LIMITS.batchEntries.value * 20 + 7;

  for (let number = 0; number < count; number += 1) {
    change('C1', number);
    assert.ok(heard.told > number - LIMITS.batchEntries.value);
  }
  events.flush();

  assert.deepEqual(
    heard.batches.flat(),
    Array.from({ length: count }, (_, number) => number),
  );
});

test('a listener that brings about a change does not get ahead of the others', () => {
  const { events, change, heard } = house();
  events.listen((batch) => {
    if (batch.entries.some(({ content }) => content === 'cause')) {
      for (let number = 0; number < LIMITS.batchEntries.value; number += 1) change('C2', 'effect');
    }
  });
  events.listen(heard);

  change('C1', 'cause');
  events.flush();

  assert.deepEqual(
    heard.batches.map(([first]) => first),
    ['cause', 'effect'],
  );
});

test('a view is shown what it may see, and equal views the same array', () => {
  const { events, change } = house();
  const batches: Batch[] = [];
  events.listen((batch) => batches.push(batch));
  let asked = 0;
  const view = (key: string, visible: string): View => ({
    key,
    maySee: ({ cid }: Component) => {
      asked += 1;
      return visible.includes(cid);
    },
    mayCommand: () => false,
    maySeeRoom: () => false,
    mayRun: () => false,
  });

  change('C1', 1);
  change('C2', 2);
  change('C1', 3);
  change('C9', 4);
  events.flush();
  const [batch] = batches;
  const one = batch?.seenBy(view('one', 'C1 C9'));
  const askedOnce = asked;
  const same = batch?.seenBy(view('one', 'C1 C9'));

  assert.deepEqual(one, [
    { cid: 'C1', property: 'state', value: true, content: 1, unit: '' },
    { cid: 'C1', property: 'state', value: true, content: 3, unit: '' },
  ]);
  assert.equal(same, one);
  assert.equal(asked, askedOnce);
  assert.deepEqual(batch?.seenBy(view('none', '')), []);
});

test('the end tells what is left and nothing more', async () => {
  const { events, change, heard, pass } = house();
  events.listen(heard);

  change('C1', 1);
  events.close();
  change('C1', 2);
  await pass(100);

  assert.deepEqual(heard.batches, [[1]]);
});

test('whatever the rhythm: nothing is lost or told twice, the order stays, and nothing waits longer than 10 ms', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ burst: fc.nat(5), pause: fc.nat(25) }), { maxLength: 40 }),
      async (rhythm) => {
        const { events, change, heard, pass, clock } = house();
        const made: number[] = [];
        const waits: number[] = [];
        events.listen((batch) => {
          for (const { content } of batch.entries) waits.push(clock.now() - (made[Number(content)] ?? 0));
          heard(batch);
        });

        for (const { burst, pause } of rhythm) {
          for (let count = 0; count < burst; count += 1) change('C1', made.push(clock.now()) - 1);
          await pass(pause);
        }
        await pass(11);

        assert.deepEqual(heard.batches.flat(), [...made.keys()]);
        assert.ok(waits.every((wait) => wait <= 10));
        assert.ok(heard.batches.every((batch) => batch.length > 0));
      },
    ),
    { numRuns: 200 },
  );
});

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

interface Ears {
  (batch: Batch): void;
  readonly batches: unknown[][];
  told: number;
}

function ears(): Ears {
  const batches: unknown[][] = [];
  const heard = (batch: Batch): void => {
    batches.push(batch.entries.map(({ content }) => content));
    listener.told += batch.entries.length;
  };
  const listener: Ears = Object.assign(heard, { batches, told: 0 });
  return listener;
}

function house() {
  const entries = new Subject<DataEntry>();
  const components = new Map(['C1', 'C2'].map((cid) => [cid, { cid, rooms: [] } as unknown as Component]));
  const clock = new VirtualClock(1_000 as Instant);
  let sequence = 0;
  return {
    clock,
    heard: ears(),
    events: createEvents({ twin: { entries, components }, networkClock: clock }),
    change(cid: `C${number}`, content: number | string) {
      sequence += 1;
      const cause = { by: 'device' } as const;
      const lastUpdate = clock.now();
      entries.next({ cid, property: 'state', content, value: true, lastUpdate, unit: null, sequence, cause });
    },
    /** Ends the turn, then lets time pass, millisecond by millisecond. */
    async pass(ms: number) {
      await Promise.resolve();
      for (let passed = 0; passed < ms; passed += 1) {
        clock.advanceTo(later(clock.now(), milliseconds(1)));
        await Promise.resolve();
      }
    },
  };
}
