import './cheap-passwords.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { CHANGES } from './configuration-inputs.ts';
import { Player } from './configuration-player.ts';
import { type Calling, calling, steps } from './configuration-steps.ts';
import { type ConfiguredHouse, configuredHouse } from './configured-house.ts';
import { call, credentials } from './http-client.ts';
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
      // Without a leaning towards the small, so that much has been configured before the end.
      fc.asyncProperty(fc.noBias(steps), async (taken) => {
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

  test('the same at the same instants gives the same journal, however the clock gets there', async () => {
    const instant = fc.oneof(fc.integer({ min: 0, max: 1_200_000 }), fc.constantFrom(60_000, 60_050, 600_000, 600_000));
    const inputs = fc.array(fc.record({ at: instant, what: fc.oneof(calling(CHANGES), calling(CHANGES), switches) }), {
      maxLength: 25,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(inputs, fc.array(instant, { maxLength: 25 }), async (given, stops) => {
        const once = await lived(house, given);
        const again = await lived(house, [...given, ...stops.map((at) => ({ at, what: null }))]);
        assert.equal(again, once);
      }),
      runs(60, 32),
    );
  });
});

/** A switch that is pressed. */
const switches = fc.constantFrom('C1', 'C2', 'C3', 'C4', 'C5');

interface Input {
  readonly at: number;
  readonly what: Calling | string | null;
}

/** The journal of twenty minutes in which this happened. */
async function lived(house: ConfiguredHouse, inputs: readonly Input[]): Promise<string> {
  await house.begin(() => undefined);
  const admin = credentials('admin-one', 'the password of admin-one');
  let now = 0;
  const go = async (at: number) => {
    if (at > now) await house.advance((at - now) / 1_000);
    now = Math.max(at, now);
  };
  for (const { at, what } of inputs.toSorted((one, other) => one.at - other.at)) {
    await go(at);
    if (typeof what === 'string') house.press(what);
    else if (what !== null) await call(house.base, what.call, what.input, { headers: admin });
  }
  await go(1_200_000);
  return house.journal();
}
