import { contest, ratios } from '../contest.ts';
import { startProgram } from '../contestant.ts';
import type { Experiment } from '../row.ts';
import { loaded, microseconds } from './loaded.ts';

/** The bench measured by itself: a baseline against the same baseline. What this row is off by, the others may be off by too. */
export const harness: Experiment = {
  rows: [{ id: 'harness', what: 'the harness itself: bare `node:http` against bare `node:http`', unit: '', aim: null }],

  async run(pace) {
    const load = await startProgram('load/http-load');
    const servers = {
      one: await startProgram('contestants/bare-http'),
      other: await startProgram('contestants/bare-http'),
    };
    try {
      const requests = [
        { path: '/', headers: { 'content-type': 'application/json' }, body: '{"cid":"C1","property":"state"}' },
      ];
      for (const server of Object.values(servers)) await loaded(server, load, requests, pace.warm);
      const costs = await contest(['one', 'other'], pace, (name) => loaded(servers[name], load, requests, pace.slot));
      return {
        harness: {
          samples: ratios(costs.one, costs.other),
          bare: microseconds(costs.one),
          ours: microseconds(costs.other),
        },
      };
    } finally {
      await Promise.all([load, ...Object.values(servers)].map((process) => process.stop()));
    }
  },
};
