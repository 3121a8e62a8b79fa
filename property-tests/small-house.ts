import type { AccessOptions } from '../api/access/access.ts';
import { createAccess } from '../api/access/create-access.ts';
import { type GivenToken, givenTokens, McpTokens } from '../api/access/mcp-tokens.ts';
import { TokenList } from '../api/access/token-list.ts';
import type { Account } from '../api/access/user.ts';
import type { CallTable } from '../api/call.ts';
import { CALLS } from '../api/calls/index.ts';
import { createAudit } from '../api/create-audit.ts';
import { type Answer, type CallRequest, createGate, type Gate, type GateOptions } from '../api/gate.ts';
import type { History } from '../api/history.ts';
import { LIMITS } from '../api/limits.ts';
import type { Problem } from '../api/problem.ts';
import { noQueueDrops } from '../api/queue-drops.ts';
import { createRecordTexts } from '../api/record-texts.ts';
import { createTwin, type House, type Instant, KINDS, type Twin, VirtualClock } from '../twin/index.ts';

export const NOON = Date.parse('2026-06-01T12:00:00Z') as Instant;

/** Three rooms, one of them in no zone; a lamp in two rooms, one component in no room, and a sensor that nobody can command. */
export const SMALL_HOUSE: House = {
  name: 'Small house',
  timeZone: 'Europe/Berlin',
  place: { latitude: 52.5, longitude: 13.4 },
  components: [
    { cid: 'C1', name: 'Kitchen lamp', category: 'lighting', type: 'switch', rooms: [1], backend: null },
    { cid: 'C2', name: 'Hall dimmer', category: 'lighting', type: 'dimmer', rooms: [2], backend: null },
    { cid: 'C3', name: 'Passage lamp', category: 'lighting', type: 'switch', rooms: [1, 2], backend: null },
    { cid: 'C4', name: 'House siren', category: 'security', type: 'siren', rooms: [], backend: null },
    {
      cid: 'C5',
      name: 'Study “thermometer” °',
      category: 'climate',
      type: 'temperature-sensor',
      rooms: [3],
      backend: null,
    },
  ],
  rooms: [
    { id: 1, name: 'Kitchen', zones: [1] },
    { id: 2, name: 'Hall', zones: [1] },
    { id: 3, name: 'Study', zones: [] },
  ],
  zones: [{ id: 1, name: 'Ground floor' }],
  scenes: [
    { id: 1, name: 'Light', rooms: [1, 2], steps: [{ cid: 'C1', property: 'state', value: true }] },
    {
      id: 2,
      name: 'Slow',
      rooms: [3],
      steps: [
        { cid: 'C1', property: 'state', value: true },
        { wait: 5 },
        { cid: 'C2', property: 'brightness', value: 40 },
      ],
    },
  ],
};

export const ACCOUNTS: readonly Account[] = [
  { username: 'admin', password: 'admins-password', group: 'admin' },
  { username: 'resident', password: 'residents-password', group: 'user' },
  {
    username: 'guest',
    password: 'guests-password',
    group: 'user',
    rooms: { 1: 'View only', 2: 'Off' },
    scenes: { 2: 'Off' },
  },
  { username: 'traveller', password: 'travellers-password', group: 'user', remoteAccess: true },
  { username: 'former', password: 'formers-password', group: 'user', enabled: false },
];

export const passwordOf = (username: string): string => `${username}s-password`;

export interface SmallHouseOptions extends Partial<Pick<AccessOptions, 'store' | 'accounts' | 'afresh'>> {
  readonly house?: House;
  readonly clock?: VirtualClock;
  readonly calls?: CallTable;
  readonly history?: History;
  readonly mcpTokens?: readonly GivenToken[];
}

/** The interface over a small house, without a transport. Time stands still until it is driven. */
export const openSmallHouse = async (options: SmallHouseOptions = {}) => {
  const clock = options.clock ?? new VirtualClock(NOON);
  const networkClock = new VirtualClock(NOON);
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const kinds = new Map(KINDS.map((kind) => [kind.type, kind]));
  const journal = { append: () => undefined };
  const twin: Twin = createTwin({ house: options.house ?? SMALL_HOUSE, kinds, clock, backends: [], journal });
  const drops = noQueueDrops();
  const access = await createAccess({
    clock,
    report,
    house: twin,
    store: options.store ?? null,
    accounts: options.accounts ?? ACCOUNTS,
    afresh: options.afresh ?? false,
    remoteToken: (token) => token === 'remote-token',
    drops,
  });
  const remoteTokens = new TokenList({
    ...{ clock, report, store: options.store ?? null },
    ...{ table: 'remote-tokens', most: LIMITS.remoteTokens.value },
  });
  const mcpTokens = new McpTokens({
    ...{ clock, report, store: options.store ?? null },
    ...{ first: givenTokens(options.mcpTokens ?? [], NOON), view: (user) => access.view(user) },
  });
  const records = createRecordTexts(twin);
  const versions = { api: '1', ncd: '2', engine: '3' };
  const audit = createAudit({ clock, networkClock, store: options.store ?? null, report });
  const gateOptions: GateOptions = {
    calls: options.calls ?? CALLS,
    access,
    remoteTokens,
    mcpTokens,
    twin,
    records,
    versions,
    networkClock,
    report,
    audit,
    drops,
    ...(options.history !== undefined && { history: options.history }),
  };
  const gate: Gate = createGate(gateOptions);
  return { clock, networkClock, problems, twin, access, remoteTokens, mcpTokens, records, gate, audit, drops };
};

type Overrides = Partial<Omit<CallRequest, 'call' | 'input'>>;

/** A request from inside, by whoever the credentials say. */
export const request = (call: string, input: unknown, overrides: Overrides = {}): CallRequest => ({
  call,
  input,
  credentials: { kind: 'none' },
  path: 'local',
  source: '192.0.2.1',
  transport: 'memory',
  language: 'en',
  ...overrides,
});

export const byPassword = (
  username: string,
  password = passwordOf(username),
  more: { persistent?: boolean; cookie?: string } = {},
) => ({ kind: 'password', username, password, persistent: more.persistent ?? false, cookie: more.cookie }) as const;

export const bySession = (id: string) => ({ kind: 'session', id, cookie: false }) as const;

/** What came of a call: its answer, or its status and code. */
export const outcome = (answer: Answer): unknown =>
  answer.ok
    ? answer.result
    : [answer.status, answer.body.errorCode, ...(answer.body.retryAfter === undefined ? [] : [answer.body.retryAfter])];

/** Opens a session and answers its identifier. */
export const openSession = async (
  gate: Gate,
  username: string,
  more: { persistent?: boolean } = {},
): Promise<string> => {
  const answer = await gate.handle(request('auth', {}, { credentials: byPassword(username, undefined, more) }));
  if (!answer.ok) throw new Error(`no session for ${username}: ${answer.body.errorCode}`);
  return (answer.result as { sessionID: string }).sessionID;
};
