import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Instant, VirtualClock, type WriteOutcome } from '../../twin/index.ts';
import { noDrops } from '../bus-queue.ts';
import type { Telegram } from './frame/telegram.ts';
import { LIMITS } from './limits.ts';
import { PacedQueue } from './paced-queue.ts';

const write = (group: number, value = 1): Telegram => ({
  service: 'write',
  group,
  payload: { short: true, data: Uint8Array.of(value) },
});

/** A queue of ten a second to a bus that takes `latency` milliseconds. */
const life = (latency = 1) => {
  const clock = new VirtualClock(0 as Instant);
  const sent: string[] = [];
  const outcomes: string[] = [];
  const silence = { until: 0 };
  const queue = new PacedQueue({
    clock,
    pace: 10,
    silentUntil: () => silence.until as never,
    send: (telegram, done) => {
      const value = telegram.service === 'read' ? '' : ` ${telegram.payload.data[0]}`;
      sent.push(`${clock.standsAt} ${telegram.service} ${telegram.group}${value}`);
      clock.after(latency as never).subscribe(() => done({ ok: true }));
    },
  });
  const note = (name: string) => (outcome: WriteOutcome) =>
    outcomes.push(`${name} ${outcome.ok ? 'ok' : outcome.reason}`);
  const pass = (seconds: number) => clock.advanceTo((clock.now() + seconds * 1_000) as Instant);
  return { clock, sent, outcomes, silence, queue, note, pass };
};

describe('telegrams that wait for the bus', () => {
  test('go in the pace of the bus: writes first, then answers, then questions', () => {
    const { queue, sent, note, pass } = life();
    queue.add({ service: 'read', group: 9 }, note('read'));
    queue.add({ service: 'read', group: 8 }, note('read'));
    queue.add({ ...write(7), service: 'response' } as Telegram, note('response'));
    queue.add(write(1), note('write'));
    queue.add(write(2), note('write'));
    pass(1);

    assert.deepEqual(sent, ['0 read 9', '100 write 1 1', '200 write 2 1', '300 response 7 1', '400 read 8']);
  });

  test('of several for one address the newest goes, in the place of the first, and the others have failed', () => {
    const { queue, sent, outcomes, note, pass } = life();
    queue.add(write(9), note('other'));
    queue.add(write(1, 1), note('one'));
    queue.add(write(2, 5), note('two'));
    queue.add(write(1, 2), note('newer'));
    queue.add(write(1, 3), note('newest'));
    pass(1);

    assert.deepEqual(sent, ['0 write 9 1', '100 write 1 3', '200 write 2 5']);
    assert.deepEqual(outcomes, [
      'one replaced by a newer value before it was its turn',
      'newer replaced by a newer value before it was its turn',
      'other ok',
      'newest ok',
      'two ok',
    ]);
  });

  test('one that is under way is not replaced, and nothing goes beside it however slow the bus is', () => {
    const { queue, sent, outcomes, note, pass } = life(1_500);
    queue.add(write(1, 1), note('first'));
    queue.add(write(1, 2), note('second'));
    pass(1.4);
    assert.deepEqual(sent, ['0 write 1 1']);
    pass(2);

    assert.deepEqual([sent.length, outcomes], [2, ['first ok', 'second ok']]);
  });

  test('have failed together when the link is lost, and later ones go', () => {
    const { queue, sent, outcomes, note, pass } = life();
    for (const group of [1, 2, 3]) queue.add(write(group), note(`${group}`));
    queue.add({ service: 'read', group: 4 }, note('read'));
    queue.drop('lost');
    pass(1);
    queue.add(write(5), note('5'));
    pass(1);

    assert.deepEqual(outcomes, ['2 lost', '3 lost', 'read lost', '1 ok', '5 ok']);
    assert.deepEqual([queue.waiting, queue.dropped], [0, { ...noDrops(), link: 3 }]);
    assert.equal(sent.length, 2);
  });

  test('have failed where nobody wants them any more, and the others go', () => {
    const { queue, sent, outcomes, note, pass } = life();
    for (const group of [1, 2, 3]) queue.add(write(group), note(`${group}`));
    queue.add({ service: 'read', group: 2 }, note('read'));
    queue.keep(({ service, group }) => service === 'read' || group === 3, 'taken out');
    pass(1);

    assert.deepEqual(outcomes, ['2 taken out', '1 ok', '3 ok', 'read ok']);
    assert.deepEqual(queue.dropped, { ...noDrops(), changed: 1 });
    assert.equal(sent.length, 3);
  });

  test('are as many as there is room for: one more is refused, a newer value for one of them is not', () => {
    const { queue, outcomes, note } = life();
    queue.add(write(60_000), note('first'));
    for (let group = 1; group <= LIMITS.telegramsWaiting.value; group += 1) queue.add(write(group), note(`${group}`));
    queue.add(write(50_000), note('more'));
    queue.add(write(7, 0), note('newer'));

    assert.deepEqual(outcomes, [
      'more too many telegrams wait for their turn on the bus',
      '7 replaced by a newer value before it was its turn',
    ]);
    assert.deepEqual(queue.dropped, { ...noDrops(), full: 1, replaced: 1 });
    assert.equal(queue.waiting, LIMITS.telegramsWaiting.value);
  });

  test('wait while nobody may send, of several for one address the newest, and go in their pace afterwards', () => {
    const { queue, sent, outcomes, silence, note, pass } = life();
    queue.add(write(1, 1), note('first'));
    silence.until = 550;
    queue.add(write(1, 2), note('older'));
    queue.add(write(2, 1), note('other'));
    pass(0.3);
    queue.add(write(1, 3), note('newest'));
    silence.until = 900;
    pass(2);

    assert.deepEqual(sent, ['0 write 1 1', '900 write 1 3', '1000 write 2 1']);
    assert.deepEqual(outcomes, [
      'first ok',
      'older replaced by a newer value before it was its turn',
      'newest ok',
      'other ok',
    ]);
  });

  test('do not outlast a long silence: writes have failed at once, also those that come later; questions wait', () => {
    const { queue, sent, outcomes, silence, note, pass } = life();
    silence.until = 2_000;
    queue.add(write(1), note('waits'));
    queue.add({ service: 'read', group: 9 }, note('read'));
    pass(1);
    assert.deepEqual(outcomes, []);
    silence.until = 60_000;
    pass(1.1);
    assert.deepEqual(outcomes, ['waits the routers of the bus ask for silence']);
    queue.add(write(2), note('late'));
    assert.deepEqual(outcomes.slice(1), ['late the routers of the bus ask for silence']);
    pass(60);
    queue.add(write(3), note('after'));
    pass(1);

    assert.deepEqual(sent, ['60000 read 9', '62100 write 3 1']);
    assert.deepEqual(outcomes.slice(2), ['read ok', 'after ok']);
    assert.deepEqual(queue.dropped, { ...noDrops(), silence: 2 });
  });

  test('do not wait for ever while routers ask for one short silence after another', () => {
    const { queue, outcomes, silence, note, pass } = life();
    silence.until = 100;
    queue.add(write(1), note('waits'));
    for (let time = 1; time <= 40; time += 1) {
      pass(0.09);
      silence.until = time * 90 + 100;
    }

    assert.deepEqual(outcomes, ['waits the routers of the bus ask for silence']);
  });
});
