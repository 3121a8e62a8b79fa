import { startProgram, startSandbox } from '../contestant.ts';
import type { Experiment, Figure } from '../row.ts';
import { median } from '../statistics.ts';
import { cpuOf, pause } from '../usage.ts';

/** The family home lives, nobody asks. */
export const idle: Experiment = {
  rows: [{ id: 'idle', what: 'CPU of the living family home with nobody connected', unit: '%', aim: { atMost: 0.2 } }],

  async run({ quick }) {
    const bare = await startProgram('contestants/bare-http', { channel: false });
    const ours = await startSandbox([]);
    try {
      await pause(quick ? 100 : 5_000);
      const shares = { bare: [] as number[], ours: [] as number[] };
      const length = quick ? 500 : 10_000;
      for (let round = 0; round < (quick ? 1 : 3); round++) {
        const before = { bare: cpuOf(bare.pid), ours: cpuOf(ours.pid) };
        await pause(length);
        shares.bare.push((cpuOf(bare.pid) - before.bare) / length / 1e4);
        shares.ours.push((cpuOf(ours.pid) - before.ours) / length / 1e4);
      }
      return { idle: { samples: shares.ours, bare: percent(shares.bare), ours: percent(shares.ours) } };
    } finally {
      await Promise.all([bare, ours].map((process) => process.stop()));
    }
  },
};

const percent = (samples: readonly number[]): Figure => ({ value: median(samples), unit: '%' });
