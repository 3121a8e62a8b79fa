import { of, Subject } from 'rxjs';
import { createAccess } from '../api/access/create-access.ts';
import { McpTokens } from '../api/access/mcp-tokens.ts';
import { TokenList } from '../api/access/token-list.ts';
import { CALLS } from '../api/calls/index.ts';
import { createEvents } from '../api/events.ts';
import { createGate } from '../api/gate.ts';
import type { Problem } from '../api/problem.ts';
import { createRecordTexts } from '../api/record-texts.ts';
import { createWebHooks, wakeWebHooks } from '../api/webhooks/create-web-hooks.ts';
import { skillOf } from '../controller/skill-of.ts';
import { userAgentOf } from '../controller/user-agent.ts';
import {
  type Backend,
  type Cid,
  type Clock,
  createTwin,
  KINDS,
  type Link,
  type Report,
  type Store,
  SystemClock,
  VirtualClock,
} from '../twin/index.ts';
import { until } from './fixtures.ts';
import { ACCOUNTS, byPassword, NOON, outcome, request } from './small-house.ts';

export interface WebHookHouseOptions {
  /** Lamps `C1` …. */
  readonly lamps?: number;
  readonly name?: string;
  readonly store?: Store;
  /** Left out: the machine's clock. */
  readonly networkClock?: Clock;
}

/** A house of lamps with its webhooks, and nothing else around it. */
export async function webHookHouse(options: WebHookHouseOptions = {}) {
  const { lamps = 4, name = 'Webhook house', store = null, networkClock = new SystemClock() } = options;
  const clock = new VirtualClock(NOON);
  const reports = new Subject<Report>();
  const backend: Backend = {
    name: 'bench',
    reports,
    link: new Subject<Link>(),
    write: () => of({ ok: true }),
    close: async () => undefined,
  };
  const journal: string[] = [];
  const twin = createTwin({
    house: {
      name,
      timeZone: 'Europe/Berlin',
      place: { latitude: 52.5, longitude: 13.4 },
      components: Array.from({ length: lamps }, (_, index) => ({
        cid: `C${index + 1}`,
        name: `Lamp ${index + 1}`,
        category: 'lighting',
        type: 'dimmer',
        rooms: [],
        backend: 'bench',
      })),
      rooms: [],
      zones: [],
      scenes: [],
    },
    kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
    clock,
    backends: [backend],
    journal: { append: (line) => journal.push(line) },
  });
  const problems: Problem[] = [];
  const report = (problem: Problem): void => {
    problems.push(problem);
  };
  const access = await createAccess({
    clock,
    store: null,
    accounts: ACCOUNTS,
    house: twin,
    remoteToken: () => false,
    report,
  });
  const events = createEvents({ twin, networkClock });
  const webHooks = createWebHooks(
    {
      ...{ store, clock, networkClock, events, report },
      present: (cid, property) => twin.components.get(cid)?.entry(property),
      skill: skillOf(twin, 'webhooks'),
      userAgent: userAgentOf(name),
    },
    await wakeWebHooks(store),
  );
  const remoteTokens = new TokenList({ clock, store: null, table: 'remote-tokens', most: 10, report });
  const mcpTokens = new McpTokens({ clock, store: null, report, view: (user) => access.view(user) });
  const gate = createGate({
    ...{ calls: CALLS, access, remoteTokens, mcpTokens, twin, networkClock, report, webHooks },
    records: createRecordTexts(twin),
    versions: { api: '1', ncd: '1', engine: '1' },
  });
  const ask = async (call: string, input: unknown = {}, username = 'admin'): Promise<unknown> =>
    outcome(await gate.handle(request(call, input, { credentials: byPassword(username) })));

  return {
    ...{ clock, twin, events, webHooks, gate, ask, problems, journal },
    /** A lamp reports whether it is on. */
    report: (cid: string, content: 0 | 1): void => reports.next({ cid: cid as Cid, property: 'state', content }),
    /** A lamp reports how bright it is. */
    dim: (cid: string, content: number): void => reports.next({ cid: cid as Cid, property: 'brightness', content }),
    /** Adds a webhook on a lamp. */
    async add(cid: string, url: string, enabled = true, property = 'state'): Promise<number> {
      const added = await ask('addWebHook', { type: 'component', cid, property, url, enabled });
      if (Array.isArray(added)) throw new Error(`not added: ${added}`);
      return (added as { id: number }).id;
    },
    deliveries: (id: number) => ask('getWebHookDeliveries', { id }) as Promise<readonly Delivered[]>,
    async close(): Promise<void> {
      events.close();
      await webHooks.close();
      twin.close();
    },
  };
}

export type WebHookHouse = Awaited<ReturnType<typeof webHookHouse>>;

/** As `getWebHookDeliveries` tells it. */
export interface Delivered {
  readonly time: string;
  readonly status: number | null;
  readonly reason: string | null;
  readonly duration: number;
  readonly content: number | string | null;
}

/** The one delivery of a house of its own, on the machine's clock. */
export const delivered = async (url: string) => {
  const house = await webHookHouse();
  const id = await house.add('C1', url);
  house.report('C1', 1);
  await until(async () => (await house.deliveries(id)).length === 1, 'a delivery');
  const [delivery] = await house.deliveries(id);
  return { delivery, house };
};
