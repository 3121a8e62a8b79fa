import { contest, ratios } from '../contest.ts';
import { startProgram, startSandbox } from '../contestant.ts';
import { bySession, listAll } from '../interface.ts';
import type { Experiment, Pace, Reading, Row } from '../row.ts';
import { sized } from '../row.ts';
import { type Request, storedAnswer } from '../stored-answer.ts';
import { loaded, microseconds } from './loaded.ts';

const ROW: Row = {
  id: 'tool-call',
  what: '`tools/call` of `component_get_by_id` over MCP, against a bare server of its library',
  unit: '',
  aim: { atLeast: 0.8 },
};

/** The same tool of the same component in one session after the other message, by a token. */
export const toolCall: Experiment = {
  rows: [ROW],
  run: async (pace) => ({ [ROW.id]: await measured(pace) }),
};

const CONTESTANTS = ['bare', 'ours'] as const;
/** The same program runs faster in one process than in the next, so there are several of each. */
const GENERATIONS = 3;
/** More than there are connections: no two requests that wait have the same id. */
const VARIETY = 200;

async function measured(pace: Pace): Promise<Reading> {
  const costs = { bare: [] as number[], ours: [] as number[] };
  for (let generation = 0; generation < (pace.quick ? 1 : GENERATIONS); generation++) {
    const found = await raced({ ...pace, rounds: pace.quick ? 1 : 2 });
    for (const name of CONTESTANTS) costs[name].push(...found[name]);
  }
  return { samples: ratios(costs.bare, costs.ours), bare: microseconds(costs.bare), ours: microseconds(costs.ours) };
}

async function raced(pace: Pace) {
  const scenario = `generated:components=${sized(pace, 200)}`;
  const [load, ours, bare] = await Promise.all([
    startProgram('load/http-load'),
    startSandbox(['--scenario', scenario, '--speed', '0']),
    startProgram('contestants/bare-mcp'),
  ]);
  const servers = { bare, ours };
  try {
    const { headers } = await storedAnswer(ours.http, post(INITIALIZE));
    const session = headers['mcp-session-id'] ?? '';
    const cids = (await listAll(ours.http, await bySession(ours.http))).map(({ cid }) => cid);
    const requests = Array.from({ length: VARIETY }, (_, id) =>
      post(calling(id, cids[id % cids.length] ?? ''), { 'mcp-session-id': session }),
    );
    const [first] = requests;
    if (!first) throw new Error('there is nothing to ask for');
    const { body } = await storedAnswer(ours.http, first);
    const { result } = JSON.parse(body.slice(body.indexOf('data: ') + 'data: '.length)) as { result: unknown };
    await bare.ask('store', { session, result });
    await storedAnswer(bare.http, post(INITIALIZE));
    for (const name of CONTESTANTS) await loaded(servers[name], load, requests, pace.warm);
    return await contest(CONTESTANTS, pace, (name) => loaded(servers[name], load, requests, pace.slot));
  } finally {
    await Promise.all([load, ours, bare].map((process) => process.stop()));
  }
}

const post = (message: object, headers: Request['headers'] = {}): Request => ({
  path: '/mcp',
  headers: {
    authorization: 'Bearer sandbox-mcp-token',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  },
  body: JSON.stringify({ jsonrpc: '2.0', ...message }),
});

const INITIALIZE = {
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

const calling = (id: number, cid: string): object => ({
  id,
  method: 'tools/call',
  params: { name: 'component_get_by_id', arguments: { cid } },
});
