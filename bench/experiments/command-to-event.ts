import { startProgram } from '../contestant.ts';
import { ACCOUNT } from '../interface.ts';
import type { Audience, Commands } from '../load/listeners.ts';
import type { Experiment, Reading } from '../row.ts';
import { median } from '../statistics.ts';
import { startHouse } from './house.ts';

/** Longer than changes are collected for: each command comes after a pause, as when somebody presses a button. */
const PACE_MS = 15;

const AUDIENCES = [1, 100] as const;
const idOf = (listeners: number) => `command-to-event-${listeners}`;

/** From `componentUpdate` over Socket.io to `onComponentUpdate`, with a device that reports at once; the baseline echoes. */
export const commandToEvent: Experiment = {
  rows: AUDIENCES.map((listeners) => ({
    id: idOf(listeners),
    what: `command → event, median latency, ${listeners === 1 ? 'one listener' : `${listeners} listeners`} (baseline: plain Socket.io that echoes)`,
    unit: '',
    aim: { atLeast: 0.75 },
    takes: 'a shorter way from the event back to the socket: acknowledgement and event wake the client twice',
  })),

  async run({ rounds, quick }) {
    const [load, house, echo] = await Promise.all([
      startProgram('load/listeners'),
      startHouse(200),
      startProgram('contestants/bare-socket-io'),
    ]);
    try {
      const point = await house.ask<Commands['point']>('switch');
      const readings: [string, Reading][] = [];
      for (const listeners of AUDIENCES) {
        for (const [name, { http }] of Object.entries({ house, echo })) {
          await load.ask('connect', {
            ...ACCOUNT,
            name,
            http,
            speech: 'socket.io',
            count: listeners,
          } satisfies Audience);
        }
        const asked = { names: ['house', 'echo'], point, pace: PACE_MS };
        const round = (count: number) =>
          load.ask<Record<'house' | 'echo', readonly number[]>>('commands', { ...asked, count } satisfies Commands);
        await load.ask('warm', { ...asked, count: quick ? 10 : 5_000 } satisfies Commands);
        await round(quick ? 2 : 50);
        const ours: number[] = [];
        const bare: number[] = [];
        for (let turn = 0; turn < rounds; turn++) {
          const latencies = await round(quick ? 5 : 100);
          ours.push(median(latencies.house));
          bare.push(median(latencies.echo));
        }
        readings.push([
          idOf(listeners),
          {
            samples: ours.map((latency, turn) => (bare[turn] ?? Number.NaN) / latency),
            bare: { value: median(bare), unit: 'ms' },
            ours: { value: median(ours), unit: 'ms' },
          },
        ]);
      }
      return Object.fromEntries(readings);
    } finally {
      await Promise.all([load, house, echo].map((process) => process.stop()));
    }
  },
};
