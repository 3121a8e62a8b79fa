import { io } from 'socket.io-client';
import { LOGIN_NEEDED, SOCKET_PATHS } from '../docs/spec/index.ts';
import { elderClient } from './elder-client.ts';
import { until } from './fixtures.ts';
import { type AccountName, as } from './http-client.ts';

/** What both generations of the client library have in common, as far as tests need it. */
interface Peer {
  connected: boolean;
  on(event: string, heard: (payload: unknown) => void): unknown;
  emit(event: string, ...payload: unknown[]): unknown;
  close(): unknown;
}
type Open = (url: string, options: object) => Peer;

const open: Readonly<Record<Generation, Open>> = {
  4: io as unknown as Open,
  2: elderClient as Open,
};

export type Generation = (typeof SOCKET_PATHS)[number]['generation'];

export interface ConnectOptions {
  readonly generation?: Generation;
  readonly transport?: 'websocket' | 'polling';
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Certificate to trust, and only that. */
  readonly certificate?: string;
}

/** One element of `onComponentUpdate`. */
export interface Update {
  readonly cid: string;
  readonly property: string;
  readonly value: unknown;
  readonly content: unknown;
  readonly unit: string;
}

/** A client with everything that it has been told so far. */
export interface SocketClient {
  readonly states: unknown[];
  /** Arrays of `onComponentUpdate`, in order. */
  readonly batches: Update[][];
  /** Their elements. */
  updates(): readonly Update[];
  /** Elements of `onConfigurationUpdate`, in order. */
  readonly configured: unknown[];
  connected(): boolean;
  /** Emits a call; rejects if nobody answers. Without a payload none is sent. */
  ask(call: string, payload?: unknown, within?: number): Promise<unknown>;
  /** Emits a call and answers whether anybody answered within the time. */
  isAnswered(call: string, payload: unknown, within: number): Promise<boolean>;
  close(): void;
}

/** Connects to the namespace; answers when the connection stands. */
export async function connect(base: string, options: ConnectOptions = {}): Promise<SocketClient> {
  const { generation = 4, transport = 'websocket', query = {}, headers = {}, certificate } = options;
  const row = SOCKET_PATHS.find((candidate) => candidate.generation === generation) ?? SOCKET_PATHS[0];
  const peer = open[generation](`${base}${row.namespace}`, {
    path: row.path,
    transports: [transport],
    query,
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
    ...(certificate ? { ca: certificate, checkServerIdentity: () => undefined } : { rejectUnauthorized: false }),
  });
  const states: unknown[] = [];
  const batches: Update[][] = [];
  const configured: unknown[] = [];
  let refused: unknown;
  peer.on('stateChange', (state) => states.push(state));
  peer.on('onComponentUpdate', (batch) => batches.push(batch as Update[]));
  peer.on('onConfigurationUpdate', (batch) => configured.push(...(batch as unknown[])));
  for (const event of ['connect_error', 'error']) {
    peer.on(event, (fault) => {
      refused ??= fault ?? event;
    });
  }

  const ask = (call: string, payload?: unknown, within = 10_000): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${call}`)), within);
      peer.emit(call, ...(payload === undefined ? [] : [payload]), (answer: unknown) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  const client: SocketClient = {
    states,
    batches,
    configured,
    updates: () => batches.flat(),
    connected: () => peer.connected,
    ask,
    isAnswered: (call, payload, within) =>
      ask(call, payload, within).then(
        () => true,
        () => false,
      ),
    close: () => {
      peer.close();
    },
  };
  await until(() => peer.connected || refused !== undefined, `a connection to ${base}${row.path}`).catch(
    (fault: unknown) => {
      peer.close();
      throw fault;
    },
  );
  if (refused !== undefined) {
    peer.close();
    throw refused instanceof Error ? refused : new Error(String(refused));
  }
  return client;
}

/** Connects, waits until it is asked for a login, logs in and says `init`. */
export async function ready(base: string, username: AccountName, options: ConnectOptions = {}): Promise<SocketClient> {
  const client = await connect(base, options);
  await askedToLogIn(client);
  await client.ask('auth', passwordOf(username));
  await client.ask('init', { language: 'en', appName: 'property-tests' });
  return client;
}

/** Connects with a session and says `init`. */
export async function readyWith(base: string, sessionID: string, options: ConnectOptions = {}): Promise<SocketClient> {
  const client = await connect(base, { ...options, query: { 'x-service-sid': sessionID } });
  await client.ask('init', { language: 'en', appName: 'property-tests' });
  return client;
}

export const askedToLogIn = (client: SocketClient): Promise<void> =>
  until(() => client.states.some((state) => JSON.stringify(state) === JSON.stringify(LOGIN_NEEDED)), 'stateChange');

/** Parameters of `auth` over Socket.io. */
export function passwordOf(username: AccountName): { readonly username: string; readonly password: string } {
  return { username, password: as(username)['auth-password'] ?? '' };
}
