import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Random, random } from './random.ts';

const draw = (chance: Random, count: number): readonly number[] => Array.from({ length: count }, () => chance.next());

test('the same seed gives the same chance, on any machine', () => {
  assert.deepEqual(draw(random(1), 100), draw(random(1), 100));
  assert.notDeepEqual(draw(random(1), 100), draw(random(2), 100));
  assert.deepEqual(draw(random(7).fork('C12'), 3), FIRST_OF_C12);
});

test('one device’s chance does not depend on how much another has drawn', () => {
  const busy = random(3);
  draw(busy, 57);

  assert.deepEqual(draw(busy.fork('C1'), 20), draw(random(3).fork('C1'), 20));
  assert.notDeepEqual(draw(random(3).fork('C1'), 20), draw(random(3).fork('C2'), 20));
  assert.notDeepEqual(draw(random(3).fork('C1'), 20), draw(random(4).fork('C1'), 20));
});

test('a generator goes on from its state as if nothing had been in between', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(50), (seed, drawn) => {
      const one = random(seed);
      draw(one, drawn);
      const other = random('another');
      other.resume(JSON.parse(JSON.stringify(one.state())));

      assert.deepEqual(draw(other, 50), draw(one, 50));
    }),
  );
});

test('chance is spread evenly, from 0 to just under 1, and so are whole numbers', () => {
  const chance = random('even');
  const tenths = new Array<number>(10).fill(0);
  const faces = new Array<number>(7).fill(0);
  for (let drawn = 0; drawn < 20_000; drawn += 1) {
    const tenth = Math.floor(chance.next() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    const face = chance.integer(1, 6);
    faces[face] = (faces[face] ?? 0) + 1;
  }

  assert.equal(tenths.length, 10);
  for (const count of tenths) assert.ok(Math.abs(count - 2_000) < 250, `${tenths}`);
  assert.equal(faces[0], 0);
  for (const count of faces.slice(1)) assert.ok(Math.abs(count - 3_333) < 350, `${faces}`);
});

const FIRST_OF_C12 = [0.3446569761727005, 0.1685401552822441, 0.7860491857863963];
