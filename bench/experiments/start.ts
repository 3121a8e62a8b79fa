import { type Contestant, startProgram, startSandbox } from '../contestant.ts';
import type { Experiment } from '../row.ts';
import { median } from '../statistics.ts';

/** From the start of the process to its ready line. */
export const start: Experiment = {
  rows: [
    {
      id: 'start',
      what: 'start to ready, the family home (baseline: a bare `node:http` server)',
      unit: '',
      aim: { atLeast: 1 / 3 },
    },
  ],

  async run({ quick }) {
    const starting = {
      bare: () => startProgram('contestants/bare-http', { channel: false }),
      ours: () => startSandbox([]),
    };
    const took: Record<keyof typeof starting, number[]> = { bare: [], ours: [] };
    await timed(starting.bare);
    await timed(starting.ours);
    for (let turn = 0; turn < (quick ? 2 : 12); turn++) {
      for (const name of turn % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
        took[name].push(await timed(starting[name]));
      }
    }
    return {
      start: {
        samples: took.bare.map((bare, turn) => bare / (took.ours[turn] ?? Number.NaN)),
        bare: { value: median(took.bare), unit: 'ms' },
        ours: { value: median(took.ours), unit: 'ms' },
      },
    };
  },
};

async function timed(begin: () => Promise<Contestant>): Promise<number> {
  const contestant = await begin();
  await contestant.stop();
  return contestant.startedIn;
}
