import { contest, ratios } from '../contest.ts';
import { startProgram } from '../contestant.ts';
import type { Flow } from '../contestants/changes.ts';
import { bySession, request, WITHOUT } from '../interface.ts';
import { type Experiment, type Reading, sized } from '../row.ts';
import { median } from '../statistics.ts';
import { storedAnswer } from '../stored-answer.ts';
import { startHouse } from './house.ts';
import { loaded, microseconds } from './loaded.ts';

const COMPONENTS = 5_000;
const CHANGES = 100;
const CONNECTIONS = 4;
const NAMES = ['bare', 'fastify', 'house'] as const;

/** `getAllComponents` of a large house against a server that has the very bytes at hand. */
export const lists: Experiment = {
  rows: [
    {
      id: 'getAllComponents-unchanged',
      what: '`getAllComponents` of 5 000 components, nothing changed (baseline: a stored buffer)',
      unit: '',
      aim: { atLeast: 0.5 },
    },
    {
      id: 'getAllComponents-changing',
      what: '… while 100 components change a second',
      unit: '',
      aim: { atLeast: 0.1 },
    },
  ],

  async run(pace) {
    const [load, house, bare, fastify] = await Promise.all([
      startProgram('load/http-load'),
      startHouse(sized(pace, COMPONENTS)),
      startProgram('contestants/bare-http'),
      startProgram('contestants/bare-fastify'),
    ]);
    const servers = { bare, fastify, house };
    try {
      const requests = [request('getAllComponents', await bySession(house.http), WITHOUT)] as const;
      const stored = await storedAnswer(house.http, requests[0]);
      for (const server of [bare, fastify]) await server.ask('store', stored);
      const turn =
        (changing: boolean) =>
        async (name: keyof typeof servers, duration = pace.slot) => {
          const flow: Flow = { rate: CHANGES, count: Math.ceil((CHANGES * duration) / 1_000) };
          const changes = changing && name === 'house' ? house.ask('changes', flow) : undefined;
          const effort = await loaded(servers[name], load, requests, duration, CONNECTIONS);
          await changes;
          return effort;
        };
      const measured = async (changing: boolean): Promise<Reading> => {
        for (const name of NAMES) await turn(changing)(name, pace.warm / 2);
        const costs = await contest(NAMES, pace, turn(changing));
        return {
          samples: ratios(costs.bare, costs.house),
          bare: microseconds(costs.bare),
          ours: microseconds(costs.house),
          fastify: median(ratios(costs.bare, costs.fastify)),
        };
      };
      return { 'getAllComponents-unchanged': await measured(false), 'getAllComponents-changing': await measured(true) };
    } finally {
      await Promise.all([load, house, bare, fastify].map((process) => process.stop()));
    }
  },
};
