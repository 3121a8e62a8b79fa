import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CHANGES } from './configuration-inputs.ts';
import { calling } from './configuration-steps.ts';
import { ADMINS, type Kill, KilledHouse } from './killed-house.ts';
import { runs } from './runs.ts';

const questions = calling(CHANGES).filter(({ input: { id } }) => !ADMINS.some((admin) => admin === id));

/** What one administrator asks for, one thing after the other, until the process is killed after so many milliseconds. */
const round = fc.record({
  asked: fc.tuple(...ADMINS.map(() => fc.array(questions, { minLength: 60, maxLength: 60 }))),
  killed: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 20, max: 600 }).map((ms): Kill => ({ ms })) },
    { weight: 4, arbitrary: fc.record({ answers: fc.integer({ min: 1, max: 25 }), isOverUser: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant<Kill>({ ms: 2_700 }) },
  ),
});

test('after a kill at any moment the configuration is exactly what was acknowledged', async (context) => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 6, maxLength: 6 }), async (rounds) => {
      const house = await KilledHouse.begin();
      try {
        for (const { asked, killed } of rounds) {
          await house.exercise();
          await house.live(asked, killed);
          await house.compare();
        }
        context.diagnostic(`${house.acknowledged} changes were acknowledged`);
        assert.ok(house.acknowledged > 50, `${house.acknowledged} changes were acknowledged`);
      } finally {
        await house.close();
      }
    }),
    { ...runs(1, 5), endOnFailure: true },
  );
});
