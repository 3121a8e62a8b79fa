import assert from 'node:assert/strict';
import { test } from 'node:test';
import { random } from '../../twin/index.ts';
import { Chances, type Lucky } from './chances.ts';

const draw = (chances: Chances, lucky: Lucky, name: string, count: number) =>
  Array.from({ length: count }, () => chances.of(lucky, name).next());

test('each has the numbers of its own name, however many others draw in between', () => {
  const chances = new Chances(random(7));
  const [lamp, door]: [Lucky, Lucky] = [{ luck: undefined }, { luck: undefined }];

  const first = draw(chances, lamp, 'C1', 3);
  draw(chances, door, 'C2', 5);
  const second = draw(chances, lamp, 'C1', 3);

  const alone = random(7).fork('C1');
  assert.deepEqual(
    [...first, ...second],
    Array.from({ length: 6 }, () => alone.next()),
  );
});

test('it goes on from what was kept of it', () => {
  const lamp: Lucky = { luck: undefined };
  draw(new Chances(random(7)), lamp, 'C1', 3);
  const kept: Lucky = { luck: structuredClone(lamp.luck) };

  assert.deepEqual(draw(new Chances(random(7)), kept, 'C1', 4), draw(new Chances(random(7)), lamp, 'C1', 4));
});
