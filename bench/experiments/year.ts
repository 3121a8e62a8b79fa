import { startSandbox } from '../contestant.ts';
import type { Experiment } from '../row.ts';
import { sharedNow } from '../usage.ts';

const DAY_SECONDS = 86_400;
const DAYS = 365;
/** Days that are asked for at once, and what is enough to tell how long the whole year would take. */
const STRIDE_DAYS = 5;
const ENOUGH_MS = 150_000;

/** A year of the family home passes as fast as it can. */
export const year: Experiment = {
  rows: [{ id: 'year', what: 'a simulated year of the family home', unit: 's', aim: { atMost: 60 } }],

  async run({ quick }) {
    const house = await startSandbox(['--speed', '0', '--start', '2025-01-01T00:00:00.000Z']);
    try {
      const stride = quick ? 1 : STRIDE_DAYS;
      const begun = sharedNow();
      let days = 0;
      while (days < (quick ? stride : DAYS) && sharedNow() - begun < ENOUGH_MS) {
        await advance(house.http, stride * DAY_SECONDS);
        days += stride;
      }
      return { year: { samples: [((sharedNow() - begun) / 1_000 / days) * DAYS] } };
    } finally {
      await house.stop();
    }
  },
};

async function advance(http: string, seconds: number): Promise<void> {
  const answer = await fetch(`${http}/sandbox/v1/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: seconds }),
  });
  if (answer.status !== 200) throw new Error(`the clock did not advance: ${answer.status} ${await answer.text()}`);
}
