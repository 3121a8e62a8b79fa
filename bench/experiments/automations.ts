import { contest, ratios } from '../contest.ts';
import { type Contestant, startProgram } from '../contestant.ts';
import type { Flow } from '../contestants/changes.ts';
import type { Experiment } from '../row.ts';
import { cpuOf } from '../usage.ts';
import { microseconds } from './loaded.ts';

const COMPONENTS = '5000';
const AUTOMATIONS = '1000';
const CHANGES = 2_000;

/** What it costs that automations watch: a large house with many of them against the same house with none. */
export const automations: Experiment = {
  rows: [
    {
      id: 'automations',
      what: '1 000 automations on 5 000 components, 2 000 changes a second: CPU for a change, against none',
      unit: '',
      aim: { atMost: 1.25 },
    },
  ],

  async run(pace) {
    const start = (count: string) => startProgram('contestants/house', { args: [COMPONENTS, count] });
    const houses = { none: await start('0'), many: await start(AUTOMATIONS) };
    try {
      for (const house of Object.values(houses)) await changed(house, pace.warm);
      const costs = await contest(['none', 'many'], pace, (name) => changed(houses[name], pace.slot));
      return {
        automations: {
          samples: ratios(costs.many, costs.none),
          bare: microseconds(costs.none),
          ours: microseconds(costs.many),
        },
      };
    } finally {
      await Promise.all(Object.values(houses).map((house) => house.stop()));
    }
  },
};

/** Devices change for so many milliseconds. */
async function changed(house: Contestant, duration: number) {
  const before = cpuOf(house.pid);
  const flow: Flow = { rate: CHANGES, count: Math.ceil((CHANGES * duration) / 1_000) };
  const times = await house.ask<readonly number[]>('changes', flow);
  return { operations: times.length, cpu: cpuOf(house.pid) - before };
}
