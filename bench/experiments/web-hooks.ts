import { contest, type Effort, ratios } from '../contest.ts';
import { startProgram } from '../contestant.ts';
import type { Flow } from '../contestants/changes.ts';
import type { Experiment } from '../row.ts';
import { cpuOf, memoryOf, pause } from '../usage.ts';
import { startHouse } from './house.ts';
import { microseconds } from './loaded.ts';

const COMPONENTS = 200;
const HOOKS = 1_000;
/** Changes at once; each is one call, because each property has one webhook. */
const BURST = 150;

/** What it costs to call a webhook, with the change that sets it off; and what it costs to have many that are quiet. */
export const webHooks: Experiment = {
  rows: [
    {
      id: 'webhook',
      what: 'a webhook is called, with the change that sets it off (baseline: `http.get` in a loop)',
      unit: '',
      aim: { atLeast: 0.7 },
      takes: 'fewer lines in the journal for a change: a report and an entry',
    },
    { id: 'webhook-memory', what: 'resident memory of 1 000 webhooks', unit: 'MB', aim: { atMost: 5 } },
  ],

  async run(pace) {
    const receiver = await startProgram('contestants/bare-receiver');
    const [house, bare] = [await startHouse(COMPONENTS), await startProgram('contestants/bare-get')];
    try {
      const memory = await memoryOfHooks(receiver.http, pace.quick);
      const points = await house.ask<readonly unknown[]>('points');
      // From now on each change is one: the first content of some is what they had.
      await house.ask('changes', { rate: 1e9, count: points.length } satisfies Flow);
      await house.ask('webHooks', { url: `${receiver.http}/hook`, count: points.length });
      // Goes on where it stopped: what is repeated is no change.
      let from = points.length;
      const bursts = async (length: number): Promise<number> => {
        const count = Math.max(1, Math.round(length / 50));
        for (let burst = 0; burst < count; burst++) {
          await house.ask('changes', { rate: 1e9, count: BURST, from } satisfies Flow & { from: number });
          from += BURST;
          await receiver.ask('called', BURST);
        }
        return count * BURST;
      };
      const turn = async (name: 'house' | 'bare', length: number): Promise<Effort> => {
        const { pid } = name === 'house' ? house : bare;
        const before = cpuOf(pid);
        if (name === 'house') return { operations: await bursts(length), cpu: cpuOf(pid) - before };
        const count = Math.max(1, Math.round(length / 50)) * BURST;
        await bare.ask('get', { url: `${receiver.http}/hook`, count });
        await receiver.ask('called', count);
        return { operations: count, cpu: cpuOf(pid) - before };
      };
      for (const name of ['house', 'bare'] as const) await turn(name, pace.warm);
      const costs = await contest(['bare', 'house'], pace, (name) => turn(name, pace.slot));
      return {
        webhook: {
          samples: ratios(costs.bare, costs.house),
          bare: microseconds(costs.bare),
          ours: microseconds(costs.house),
        },
        'webhook-memory': { samples: memory },
      };
    } finally {
      await Promise.all([receiver, house, bare].map((process) => process.stop()));
    }
  },
};

/** What a house holds more with a thousand webhooks than the same one before. */
async function memoryOfHooks(url: string, quick: boolean): Promise<readonly number[]> {
  const grown: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const house = await startHouse(COMPONENTS);
    try {
      await pause(quick ? 50 : 2_000);
      const before = memoryOf(house.pid);
      await house.ask('webHooks', { url: `${url}/quiet`, count: HOOKS });
      await pause(quick ? 50 : 2_000);
      grown.push(memoryOf(house.pid) - before);
    } finally {
      await house.stop();
    }
  }
  return grown;
}
