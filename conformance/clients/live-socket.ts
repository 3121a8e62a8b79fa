import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { io } from 'socket.io-client';
import { type Certificate, pinnedTo } from './certificate.ts';

/** A connection as both generations of clients have it. */
export interface LiveSocket {
  on(event: string, listener: (...args: unknown[]) => void): void;
  emit(event: string, ...args: unknown[]): void;
  close(): void;
}

/** How to connect. */
export interface Connecting {
  readonly generation: 4 | 2;
  readonly transports: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly from?: string;
}

const NAMESPACE = '/api/v1';
const PATHS = { 4: '/socket.io-v4', 2: '/socket.io' };
const PATIENCE_MS = 10_000;

/** Connects; whatever the controller sends from the first moment on goes to `heard`. */
export const connectSocket = async (
  base: URL,
  certificate: Certificate | null,
  { generation, transports, query, headers, from }: Connecting,
  heard: (event: string, payload: unknown) => void,
): Promise<LiveSocket> => {
  const local = from === undefined ? {} : { localAddress: from };
  const agent = certificate === null ? new Agent(local) : new SecureAgent({ ...pinnedTo(certificate), ...local });
  const options = {
    path: PATHS[generation],
    transports: [...transports],
    query: { ...query },
    extraHeaders: { ...headers },
    transportOptions: Object.fromEntries(transports.map((name) => [name, { extraHeaders: { ...headers } }])),
    reconnection: false,
    forceNew: true,
    timeout: PATIENCE_MS,
    agent,
    ...(certificate === null ? {} : { ca: certificate.pem, rejectUnauthorized: true }),
  };
  const address = `${base.origin}${NAMESPACE}`;
  const socket: LiveSocket = generation === 4 ? io(address, options as object) : (await elder())(address, options);
  for (const event of ['stateChange', 'onComponentUpdate']) socket.on(event, (payload) => heard(event, payload));
  socket.on('disconnect', () => heard('disconnect', null));
  await new Promise<void>((resolve, reject) => {
    const give = (problem: unknown) => {
      socket.close();
      reject(new Error(toldOf(problem)));
    };
    const timer = setTimeout(() => give('no connection within 10 seconds'), PATIENCE_MS);
    socket.on('connect', () => {
      clearTimeout(timer);
      resolve();
    });
    for (const event of ['connect_error', 'connect_timeout', 'error']) {
      socket.on(event, (problem) => {
        clearTimeout(timer);
        give(problem);
      });
    }
  });
  return socket;
};

/** An error, a text, or what the older clients are sent: an object with a message. */
const toldOf = (problem: unknown): string => {
  const { message = problem } = Object(problem) as { message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(message);
};

type Connect = (url: string, options: object) => LiveSocket;
let loaded: Promise<Connect> | undefined;

const elder = (): Promise<Connect> => {
  loaded ??= loadElder();
  return loaded;
};

/** The library takes the WebSocket of a browser where there is one, and that can neither send headers nor trust a certificate. */
async function loadElder(): Promise<Connect> {
  const kept = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Reflect.deleteProperty(globalThis, 'WebSocket');
  try {
    return (await import('socket.io-client-2')).default as unknown as Connect;
  } finally {
    if (kept !== undefined) Object.defineProperty(globalThis, 'WebSocket', kept);
  }
}
