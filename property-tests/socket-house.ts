import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { of, Subject } from 'rxjs';
import type { Access } from '../api/access/access.ts';
import { createAccess } from '../api/access/create-access.ts';
import { McpTokens } from '../api/access/mcp-tokens.ts';
import { TokenList } from '../api/access/token-list.ts';
import type { Account } from '../api/access/user.ts';
import { createArrivals } from '../api/arrivals.ts';
import type { Path } from '../api/caller.ts';
import { CALLS } from '../api/calls/index.ts';
import { configurationUpdates } from '../api/configuration-updates.ts';
import { createEvents, type EventFeed } from '../api/events.ts';
import { createGate, type Gate } from '../api/gate.ts';
import { noQueueDrops, type QueueDrops } from '../api/queue-drops.ts';
import { createRecordTexts } from '../api/record-texts.ts';
import { createSocket, type SocketInterface } from '../api/socket/socket.ts';
import {
  type Backend,
  type Cid,
  type Clock,
  createTwin,
  KINDS,
  type Link,
  type Report,
  SystemClock,
  type Twin,
  VirtualClock,
} from '../twin/index.ts';

/** Everybody of the house; `guest` may not see room 2. */
export const PEOPLE: readonly Account[] = [
  { username: 'admin', password: 'sandbox-admin', group: 'admin' },
  { username: 'resident', password: 'sandbox-resident', group: 'user' },
  { username: 'guest', password: 'sandbox-guest', group: 'user', rooms: { 2: 'Off' } },
  { username: 'traveller', password: 'sandbox-traveller', group: 'user', remoteAccess: true },
  { username: 'former', password: 'sandbox-former', group: 'user', enabled: false },
];

/** A house of switches behind the Socket.io side of the interface, and nothing else. */
export interface SocketHouse {
  readonly local: string;
  readonly remote: string;
  readonly access: Access;
  readonly twin: Twin;
  readonly clock: VirtualClock;
  readonly gate: Gate;
  readonly events: EventFeed;
  readonly sockets: SocketInterface;
  readonly drops: QueueDrops;
  /** What went wrong inside. */
  readonly problems: unknown[];
  /** Remote tokens that count. */
  readonly tokens: Set<string>;
  /** How many connections the listeners hold, whatever has become of what they carried. */
  held(): Promise<number>;
  /** A switch reports: one entry. */
  report(cid: string, content: 0 | 1): void;
  /** A session of a user, as HTTP would have opened it. */
  session(username: string): Promise<string>;
  userId(username: string): number;
  /** Listens over HTTPS too; answers its address and its self-signed certificate. */
  secure(): Promise<{ readonly base: string; readonly certificate: string }>;
  close(): Promise<void>;
}

export interface SocketHouseOptions {
  /** Switches `C1` …, each in room 1 (odd numbers) or 2 (even ones). */
  readonly switches?: number;
  readonly people?: readonly Account[];
  /** The rooms of the switch with a number. */
  readonly rooms?: (number: number) => readonly number[];
  /** Left out: the machine's clock. */
  readonly networkClock?: Clock;
  /** Puts something between the sockets and the gate. */
  readonly gate?: (real: Gate) => Gate;
}

export async function socketHouse(options: SocketHouseOptions = {}): Promise<SocketHouse> {
  const { switches = 4, people = PEOPLE, rooms = (number) => [2 - (number % 2)] } = options;
  const networkClock = options.networkClock ?? new SystemClock();
  const clock = new VirtualClock(new SystemClock().now());
  const reports = new Subject<Report>();
  const backend: Backend = {
    name: 'bench',
    repeatable: true,
    reports,
    link: new Subject<Link>(),
    write: (point, content) => {
      reports.next({ ...point, content });
      return of({ ok: true });
    },
    close: async () => undefined,
  };
  const numbers = Array.from({ length: switches }, (_, index) => index + 1);
  const twin = createTwin({
    house: {
      name: 'Sockets',
      timeZone: 'Europe/Berlin',
      place: { latitude: 52.5, longitude: 13.4 },
      components: numbers.map((number) => ({
        cid: `C${number}`,
        name: `Switch ${number}`,
        category: 'lighting',
        type: 'switch',
        rooms: rooms(number),
        backend: 'bench',
      })),
      rooms: [1, 2, 3].map((id) => ({ id, name: `Room ${id}`, zones: [1] })),
      zones: [{ id: 1, name: 'House' }],
      scenes: [
        { id: 1, name: 'Later', rooms: [], steps: [{ wait: 60 }, { cid: 'C1', property: 'state', value: true }] },
      ],
    },
    kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
    clock,
    backends: [backend],
    journal: { append: () => undefined },
  });
  const problems: unknown[] = [];
  const tokens = new Set<string>();
  const remoteToken = (token: string): boolean => tokens.has(token);
  const report = (problem: unknown): void => {
    problems.push(problem);
  };
  const access = await createAccess({ clock, store: null, accounts: people, house: twin, remoteToken, report });
  const remoteTokens = new TokenList({ clock, store: null, table: 'remote-tokens', most: 10, report });
  const mcpTokens = new McpTokens({ clock, store: null, report, view: (user) => access.view(user) });
  const events = createEvents({ twin, networkClock });
  const versions = { api: '1', ncd: '1', engine: '1' };
  const records = createRecordTexts(twin);
  const real = createGate({
    calls: CALLS,
    access,
    remoteTokens,
    mcpTokens,
    twin,
    records,
    versions,
    networkClock,
    report,
  });
  const gate = options.gate?.(real) ?? real;
  const drops = noQueueDrops();
  const sockets = createSocket({
    gate,
    access,
    events,
    configuration: configurationUpdates(twin, { users: access.users, remoteTokens, mcpTokens }),
    networkClock,
    remoteToken,
    arrivals: createArrivals(),
    report,
    drops,
  });

  const servers: Server[] = [];
  const listen = async (server: Server, path: Path): Promise<number> => {
    server.on('request', (req, res) => sockets.handleRequest(req, res, path));
    server.on('upgrade', (req, socket, head) => sockets.handleUpgrade(req, socket, head, path));
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', 4_096, ready));
    return (server.address() as AddressInfo).port;
  };
  const local = await listen(createServer(), 'local');
  const remote = await listen(createServer(), 'remote');
  const userId = (username: string): number => {
    const user = [...access.users.values()].find((candidate) => candidate.username === username);
    if (user === undefined) throw new Error(`nobody is called ${username}`);
    return user.id;
  };

  return {
    local: `http://127.0.0.1:${local}`,
    remote: `http://127.0.0.1:${remote}`,
    access,
    drops,
    twin,
    clock,
    gate,
    events,
    sockets,
    problems,
    tokens,
    async held() {
      const counts = servers.map(
        (server) => new Promise<number>((told) => server.getConnections((_, count) => told(count))),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    report: (cid, content) => reports.next({ cid: cid as Cid, property: 'state', content }),
    async session(username) {
      const password = people.find((person) => person.username === username)?.password;
      const { opened } = await access.login({
        credentials: { kind: 'password', username, password, persistent: false, cookie: undefined },
        path: 'local',
        source: '127.0.0.1',
        transport: 'http',
        language: 'en',
      });
      if (opened === undefined) throw new Error('no session');
      return opened;
    },
    userId,
    async secure() {
      const { key, certificate } = selfSigned();
      const port = await listen(createSecureServer({ key, cert: certificate }), 'local');
      return { base: `https://127.0.0.1:${port}`, certificate };
    },
    async close() {
      events.close();
      await sockets.close();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
      twin.close();
    },
  };
}

function selfSigned(): { readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=.'];
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const pair = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}
