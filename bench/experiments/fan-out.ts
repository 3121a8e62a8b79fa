import { contest, type Effort, ratios } from '../contest.ts';
import { type Contestant, startProgram } from '../contestant.ts';
import type { Flow, Point } from '../contestants/changes.ts';
import { ACCOUNT } from '../interface.ts';
import type { Audience, Expected, Heard } from '../load/listeners.ts';
import type { Experiment, Pace, Reading } from '../row.ts';
import { median } from '../statistics.ts';
import { cpuOf } from '../usage.ts';
import { startHouse } from './house.ts';
import { microseconds } from './loaded.ts';

const CHANGES = 2_000;
/** A message for each change and listener is more than a core can do at the full rate. */
const SINGLE_CHANGES = 400;
const LISTENERS = 100;

const BASELINES = {
  'fan-out-socket-io': {
    program: 'bare-socket-io',
    speech: 'socket.io',
    bundle: 10,
    what: 'plain Socket.io, a message per 10 ms',
  },
  'fan-out-websocket': {
    program: 'bare-websocket',
    speech: 'websocket',
    bundle: 10,
    what: 'plain `ws`, a message per 10 ms',
  },
  'fan-out-socket-io-single': {
    program: 'bare-socket-io',
    speech: 'socket.io',
    bundle: 0,
    what: 'plain Socket.io, a message per change',
  },
  'fan-out-websocket-single': {
    program: 'bare-websocket',
    speech: 'websocket',
    bundle: 0,
    what: 'plain `ws`, a message per change',
  },
} as const;

type Baseline = keyof typeof BASELINES;
const NAMES = Object.keys(BASELINES) as Baseline[];

/** Many changes to many listeners who all see everything. */
export const fanOut: Experiment = {
  rows: [
    {
      id: 'fan-out-rate',
      what: 'fan-out of 2 000 changes a second to 100 listeners: deliveries',
      unit: '/s',
      aim: { atLeast: CHANGES * LISTENERS },
    },
    { id: 'fan-out-lost', what: '… of them lost', unit: 'count', aim: { atMost: 0 } },
    {
      id: 'fan-out-p99',
      what: '… 99 % of them within (baseline: plain Socket.io, a message per 10 ms)',
      unit: 'ms',
      aim: { atMost: 20 },
    },
    ...NAMES.map((id) => ({
      id,
      what: `… CPU for a delivery, against ${BASELINES[id].what}`,
      unit: '' as const,
      aim: null,
    })),
  ],

  async run(pace) {
    const [house, load, ...baselines] = await Promise.all([
      startHouse(200),
      startProgram('load/listeners'),
      ...NAMES.map((name) => startProgram(`contestants/${BASELINES[name].program}`)),
    ]);
    const servers = new Map<string, Contestant>([['house', house]]);
    for (const [index, server] of baselines.entries()) servers.set(NAMES[index] ?? '', server);
    try {
      const points = await house.ask<readonly Point[]>('points');
      const listeners = pace.quick ? 10 : LISTENERS;
      for (const [name, { http }] of servers) {
        const speech = name === 'house' ? 'socket.io' : BASELINES[name as Baseline].speech;
        await load.ask('connect', { ...ACCOUNT, name, http, speech, count: listeners } satisfies Audience);
      }

      const heard = new Map<string, Heard[]>([...servers.keys()].map((name) => [name, []]));
      const turn = async (name: 'house' | Baseline, length: number): Promise<Effort> => {
        const server = servers.get(name) ?? house;
        const baseline = name === 'house' ? undefined : BASELINES[name];
        const flow = flowOf(baseline?.bundle === 0 ? SINGLE_CHANGES : CHANGES, length);
        const before = cpuOf(server.pid);
        await load.ask('expect', { name, points, count: flow.count } satisfies Expected);
        const times = await server.ask<readonly number[]>('changes', { ...flow, points, bundle: baseline?.bundle });
        const result = await load.ask<Heard>('collected', { name, times });
        heard.get(name)?.push(result);
        return { operations: flow.count * listeners, cpu: cpuOf(server.pid) - before };
      };
      const names = ['house', ...NAMES] as const;
      for (const name of names) await turn(name, pace.warm / 2);
      for (const results of heard.values()) results.length = 0;
      const costs = await contest(names, { ...pace, rounds: Math.min(pace.rounds, 3) }, (name) =>
        turn(name, lengthOf(pace)),
      );

      const ours = heard.get('house') ?? [];
      const spans = flowOf(CHANGES, lengthOf(pace)).count / CHANGES;
      const bare = heard.get('fan-out-socket-io')?.map(({ p99 }) => p99) ?? [];
      return {
        'fan-out-rate': { samples: ours.map(({ inTime }) => ((inTime / spans) * LISTENERS) / listeners) },
        'fan-out-lost': { samples: ours.map(({ lost }) => lost) },
        'fan-out-p99': { samples: ours.map(({ p99 }) => p99), bare: { value: median(bare), unit: 'ms' } },
        ...Object.fromEntries(
          NAMES.map((name): [string, Reading] => [
            name,
            {
              samples: ratios(costs[name], costs.house),
              bare: microseconds(costs[name]),
              ours: microseconds(costs.house),
            },
          ]),
        ),
      };
    } finally {
      await Promise.all([load, ...servers.values()].map((process) => process.stop()));
    }
  },
};

const lengthOf = ({ quick }: Pace): number => (quick ? 80 : 2_000);

const flowOf = (rate: number, milliseconds: number): Flow => ({
  rate,
  count: Math.ceil((rate * milliseconds) / 1_000),
});
