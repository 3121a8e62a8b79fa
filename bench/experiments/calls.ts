import { contest, ratios } from '../contest.ts';
import { type Contestant, startProgram, startSandbox } from '../contestant.ts';
import { byPassword, bySession, type Credentials, type Listed, listAll, request } from '../interface.ts';
import { type Experiment, type Pace, type Reading, type Row, sized } from '../row.ts';
import { median } from '../statistics.ts';
import { type Request, storedAnswer } from '../stored-answer.ts';
import { startHouse } from './house.ts';
import { loaded, microseconds } from './loaded.ts';

/** Enough to defeat whatever remembers only the last one; few enough to be set up quickly. */
const VARIETY = 200;

/** A call over HTTP keep-alive, and how its requests are made. */
interface CallRow {
  readonly id: string;
  readonly what: string;
  readonly aim: number;
  readonly takes?: string;
  readonly start: (components: number) => Promise<Contestant>;
  readonly requests: (http: string) => Promise<readonly Request[]>;
}

/** Time stands still: what is measured is the interface, not the life of the simulated devices. */
const startStanding = (components: number): Promise<Contestant> =>
  startSandbox(['--scenario', `generated:components=${components}`, '--speed', '0']);

const CALLS: readonly CallRow[] = [
  {
    id: 'getComponentData-session',
    what: '`getComponentData` by session',
    aim: 0.7,
    takes: 'less that is made anew for each request: the time as text, a context, a caller, an answer',
    start: startStanding,
    requests: async (http) => reads(http, await bySession(http)),
  },
  {
    id: 'getComponentData-credentials',
    what: '`getComponentData` by credentials',
    aim: 0.55,
    takes: 'a login that leaves less behind: a line of the audit and a session of its own each time',
    start: startStanding,
    requests: async (http) => reads(http, byPassword()),
  },
  {
    id: 'componentUpdate',
    what: '`componentUpdate` by session, with the report of the device that follows',
    aim: 0.5,
    takes: 'fewer or shorter lines in the journal: a command, its report and its entry are one each',
    start: startHouse,
    requests: commands,
  },
];

export const CALL_EXPERIMENTS: readonly Experiment[] = CALLS.flatMap((call) =>
  [200, 5_000].map((components): Experiment => {
    const row: Row = {
      id: `${call.id}-${components}`,
      what: `${call.what}, ${components} components`,
      unit: '',
      aim: { atLeast: call.aim },
      ...(call.takes === undefined ? {} : { takes: call.takes }),
    };
    return { rows: [row], run: async (pace) => ({ [row.id]: await measured(call, sized(pace, components), pace) }) };
  }),
);

/** The same program runs faster in one process than in the next, so there are several of each. */
const GENERATIONS = 3;

async function measured(call: CallRow, components: number, pace: Pace): Promise<Reading> {
  const costs = { bare: [] as number[], fastify: [] as number[], ours: [] as number[] };
  for (let generation = 0; generation < (pace.quick ? 1 : GENERATIONS); generation++) {
    const found = await raced(call, components, { ...pace, rounds: pace.quick ? 1 : 2 });
    for (const name of CONTESTANTS) costs[name].push(...found[name]);
  }
  return {
    samples: ratios(costs.bare, costs.ours),
    bare: microseconds(costs.bare),
    ours: microseconds(costs.ours),
    fastify: median(ratios(costs.bare, costs.fastify)),
  };
}

const CONTESTANTS = ['bare', 'fastify', 'ours'] as const;

async function raced(call: CallRow, components: number, pace: Pace) {
  const [load, ours, bare, fastify] = await Promise.all([
    startProgram('load/http-load'),
    call.start(components),
    startProgram('contestants/bare-http'),
    startProgram('contestants/bare-fastify'),
  ]);
  const servers = { bare, fastify, ours };
  try {
    const requests = await call.requests(ours.http);
    const [first] = requests;
    if (!first) throw new Error('there is nothing to ask for');
    const stored = await storedAnswer(ours.http, first);
    for (const server of [bare, fastify]) await server.ask('store', stored);
    for (const name of CONTESTANTS) await loaded(servers[name], load, requests, pace.warm);
    return await contest(CONTESTANTS, pace, (name) => loaded(servers[name], load, requests, pace.slot));
  } finally {
    await Promise.all([load, ours, bare, fastify].map((process) => process.stop()));
  }
}

async function reads(http: string, credentials: Credentials): Promise<readonly Request[]> {
  const listed = await listAll(http, await bySession(http));
  return points(listed)
    .slice(0, VARIETY)
    .map(({ cid, property }) => request('getComponentData', credentials, { cid, property }));
}

/** On and off, as far as the house has something to switch. */
async function commands(http: string): Promise<readonly Request[]> {
  const credentials = await bySession(http);
  const found: Request[] = [];
  for (const { cid, property, value } of points(await listAll(http, credentials))) {
    if (typeof value !== 'boolean' || found.length >= VARIETY) continue;
    const [on, off] = [true, false].map((value) => request('componentUpdate', credentials, { cid, property, value }));
    if (!on || !off) continue;
    const { body } = await storedAnswer(http, on);
    if (body === JSON.stringify({ [cid]: true })) found.push(on, off);
  }
  return found;
}

/** One property of each component, each time the next one. */
const points = (listed: readonly Listed[]) =>
  listed.flatMap(({ cid, data }, index) => {
    const entry = data[index % data.length];
    return entry === undefined ? [] : [{ cid, ...entry }];
  });
