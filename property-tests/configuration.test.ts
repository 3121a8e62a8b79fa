import './cheap-passwords.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { Player } from './configuration-player.ts';
import { steps } from './configuration-steps.ts';
import { type ConfiguredHouse, configuredHouse } from './configured-house.ts';
import { runs } from './runs.ts';

describe('whatever is configured by whomever over whichever way', () => {
  let house: ConfiguredHouse;
  before(async () => {
    house = await configuredHouse();
  });
  after(() => house.close());

  test('every answer and every event is what the model says', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const player = await Player.begin(house, seen);
        try {
          for (const step of taken) await player.take(step);
          await player.end();
        } finally {
          player.close();
        }
      }),
      runs(200, 31),
    );
    if (process.env.PROPERTY_SEEN) console.log(Object.fromEntries([...seen].toSorted()));
    assert.ok(seen.size > 80, `${seen.size} kinds of answers`);
  });
});
