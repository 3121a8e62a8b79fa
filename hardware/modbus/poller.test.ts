import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Instant, seconds, VirtualClock } from '../../twin/index.ts';
import { Poller } from './poller.ts';
import type { Question } from './questions.ts';

test('a line that takes no more for the moment is asked for everything once, however much that is', () => {
  const clock = new VirtualClock(0 as Instant);
  const units = 10_000;
  const asked = new Map<number, number>();
  const poller = new Poller({
    clock,
    ask: ({ unit, done }: Question) => {
      asked.set(unit, (asked.get(unit) ?? 0) + 1);
      done({ ok: false, why: 'busy' });
    },
    withdraw: () => false,
    isDown: () => false,
    isDoubtful: () => false,
    answered: () => {},
    read: () => assert.fail('nothing was read'),
    refused: () => assert.fail('nothing was refused'),
  });
  poller.add(
    Array.from({ length: units }, (_, unit) => ({
      unit,
      table: 'holding' as const,
      start: 0,
      count: 1,
      poll: seconds(5),
    })),
  );
  poller.start();

  assert.equal(asked.size, units);
  assert.deepEqual(new Set(asked.values()), new Set([1]));
});
