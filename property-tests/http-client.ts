import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { ACCOUNTS } from '../docs/spec/index.ts';

export type Headers = Readonly<Record<string, string>>;

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; `undefined` if it is none. */
  readonly body: unknown;
  /** The code of an error body. */
  readonly errorCode: number | undefined;
  /** The body as what the test expects it to be. */
  as<T>(): T;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
  /** Source address; everything in 127.0.0.0/8 reaches loopback. */
  readonly from?: string;
}

const agents = new Map<string, Agent>();
const tls = new TlsAgent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false });

/** One request; answers whatever comes back, refusals included. */
export function send(url: string, { method = 'GET', headers = {}, body, from }: Ask = {}): Promise<Reply> {
  const options = {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
    timeout: 60_000,
  };
  return new Promise((resolve, reject) => {
    const asked = url.startsWith('https:')
      ? tlsRequest(url, { ...options, agent: tls })
      : request(url, { ...options, agent: agentOf(from) });
    asked.on('timeout', () => asked.destroy(new Error(`no answer: ${method} ${url}`)));
    asked.on('error', reject);
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(reply(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))));
    });
    asked.end(body);
  });
}

function agentOf(from = ''): Agent {
  const kept = agents.get(from);
  if (kept) return kept;
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ...(from ? { localAddress: from } : {}) });
  agents.set(from, agent);
  return agent;
}

function reply(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Reply {
  const text = bytes.toString('utf8');
  const body = parsed(text);
  const { errorCode } = isRecord(body) ? body : { errorCode: undefined };
  return {
    status,
    headers,
    text,
    body,
    errorCode: typeof errorCode === 'number' ? errorCode : undefined,
    as: <T>() => body as T,
  };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface CallOptions {
  readonly headers?: Headers;
  readonly from?: string;
}

/** `POST /api/v1/<name>` with a JSON body. */
export const call = (
  base: string,
  name: string,
  input?: unknown,
  { headers = {}, from }: CallOptions = {},
): Promise<Reply> =>
  send(`${base}/api/v1/${name}`, {
    method: 'POST',
    headers: { ...headers, ...(input === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    ...(from === undefined ? {} : { from }),
  });

/** Credential headers. */
export const credentials = (username: string, password: string): Headers => ({
  'auth-username': username,
  'auth-password': password,
});

export type AccountName = (typeof ACCOUNTS)[number]['username'];

/** Credential headers of an account of every sandbox. */
export function as(username: AccountName): Headers {
  const account = ACCOUNTS.find((row) => row.username === username);
  return credentials(username, account?.password ?? '');
}

export const withSession = (id: string): Headers => ({ 'x-service-sid': id });

/** A session of one's own. */
export async function sessionOf(base: string, username: AccountName, options: CallOptions = {}): Promise<string> {
  const answer = await call(base, 'auth', undefined, { ...options, headers: { ...as(username), ...options.headers } });
  return answer.as<{ sessionID: string }>().sessionID;
}

/** `POST` to `/sandbox/v1`. */
export const control = (base: string, path: string, body?: unknown): Promise<Reply> =>
  send(`${base}/sandbox/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });

/** Lets virtual time pass; answers when everything that fell due has happened. */
export async function advance(base: string, seconds: number): Promise<void> {
  const answer = await control(base, '/clock', { advance: seconds });
  if (answer.status !== 200)
    throw new Error(`the clock did not advance by ${seconds} s: ${answer.status} ${answer.text}`);
}

/** Virtual time. */
export async function now(base: string): Promise<number> {
  const answer = await send(`${base}/sandbox/v1`);
  return Date.parse(answer.as<{ now: string }>().now);
}

/** A component as the interface lists it. */
export interface ListedComponent {
  readonly cid: string;
  readonly name: string;
  readonly category: string;
  readonly type: string;
  readonly rooms: readonly number[];
  readonly data: readonly {
    readonly property: string;
    readonly value: unknown;
    readonly content: unknown;
    readonly lastUpdate: string | null;
  }[];
}

export const components = async (base: string, headers: Headers): Promise<readonly ListedComponent[]> =>
  (await call(base, 'getAllComponents', {}, { headers })).as<readonly ListedComponent[]>();
