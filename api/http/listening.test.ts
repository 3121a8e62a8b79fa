import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { createArrivals } from '../arrivals.ts';
import { type CallTable, defineCall } from '../call.ts';
import type { Caller, Path } from '../caller.ts';
import { CallFault, refusal } from '../errors.ts';
import type { Answer, CallRequest, Gate } from '../gate.ts';
import type { Problem } from '../problem.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { asksForWebSocket, readmit } from './readmission.ts';
import { guard, SERVER_OPTIONS } from './server.ts';

/** A gate that notes what it is asked and answers what it is told to. */
export class NotingGate implements Gate {
  readonly requests: CallRequest[] = [];
  answer: (request: CallRequest) => Answer | Promise<Answer> = () => success(true);

  handle(request: CallRequest): Answer | Promise<Answer> {
    this.requests.push(request);
    if (!CALLS.has(request.call)) return refusal(new CallFault(116), 'call', request.language);
    return this.answer(request);
  }

  /** The only request so far. */
  get request(): CallRequest {
    const [only, ...others] = this.requests;
    assert.ok(only !== undefined && others.length === 0, `${this.requests.length} requests`);
    return only;
  }
}

export const CALLER: Caller = {
  user: { id: 2, username: 'resident', group: 'user', enabled: true, remoteAccess: false, rooms: {}, scenes: {} },
  view: { key: 'all', maySee: () => true, mayCommand: () => true, maySeeRoom: () => true, mayRun: () => true },
  sessionID: 'session',
  path: 'local',
  transport: 'http',
  language: 'en',
};

export const success = (
  result: unknown,
  more: { readonly opened?: string; readonly ended?: boolean; readonly caller?: Caller } = {},
): Answer => ({ ok: true, status: 200, result, caller: CALLER, opened: undefined, ended: false, ...more });

const EMPTY = Type.Object({});
const call = (name: string, more: Partial<Parameters<typeof defineCall>[0]> = {}) =>
  defineCall({
    name,
    means: `Does what \`${name}\` says.`,
    who: 'everyone',
    effect: 'read',
    input: EMPTY,
    output: Type.Literal(true),
    errors: [],
    run: () => true,
    ...more,
  });

export const CALLS: CallTable = new Map(
  [
    call('auth', {
      who: 'anybody',
      effect: 'write',
      session: 'begins',
      input: Type.Object({ username: Type.Optional(Type.String()), password: Type.Optional(Type.String()) }),
      output: Type.Object({ sessionID: Type.Union([Type.String(), Type.Null()]), userID: Type.Integer() }),
      errors: [106, 109, 110],
    }),
    call('logout', { effect: 'write', session: 'ends' }),
    call('getVersion'),
    call('getComponentData', {
      input: Type.Object({ cid: Type.String(), property: Type.String({ description: 'Name of the `property`.' }) }),
      errors: [106, 112],
    }),
    call('componentUpdate', {
      effect: 'write',
      input: Type.Object({ cid: Type.String(), property: Type.String(), value: Type.Unknown() }),
      errors: [106],
    }),
    call('getHistory', { skill: 'history', errors: [112] }),
    call('addRoom', { who: 'admin', effect: 'write', local: true, input: Type.Object({ name: Type.String() }) }),
  ].map((row) => [row.name, row]),
);

/** A listener on loopback. */
export interface Listening {
  readonly base: string;
  readonly port: number;
  readonly server: Server;
  readonly gate: NotingGate;
  readonly problems: readonly Problem[];
  /** Sends bytes as they are and answers all that comes back until the connection ends or `enough` came. */
  raw(bytes: string | Buffer, enough?: RegExp): Promise<string>;
}

export interface Listener {
  readonly listener?: Path;
  /** Shorter times than a listener really has. */
  readonly settings?: ServerOptions;
}

/** Of the remote path. */
export const TOKENS: readonly string[] = ['t1', 't2'];

export const listen = async (
  context: TestContext,
  { listener = 'local', settings = {}, ...options }: Listener & Partial<HttpOptions> = {},
): Promise<Listening> => {
  const gate = new NotingGate();
  const problems: Problem[] = [];
  const http = createHttp({
    gate,
    calls: CALLS,
    arrivals: createArrivals(),
    remoteToken: (token) => TOKENS.includes(token),
    about: { name: 'Twinhaus', version: '1.2.3', means: 'A house for tests.' },
    report: (problem) => problems.push(problem),
    ...options,
  });
  const server = createServer({ ...SERVER_OPTIONS, ...settings }, (req, res) => http.handle(req, res, listener));
  guard(server);
  server.on('upgrade', (req, socket, head) => {
    if (asksForWebSocket(req)) socket.end('HTTP/1.1 501 Not Implemented\r\n\r\n');
    else readmit(server, req, socket, head);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  context.after(async () => {
    server.closeAllConnections();
    server.close();
    await http.close();
  });
  const raw = (bytes: string | Buffer, enough?: RegExp): Promise<string> => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    let said = '';
    socket.on('data', (text: string) => {
      said += text;
      if (enough?.test(said)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.write(bytes);
    return new Promise((answer) => socket.on('close', () => answer(said)));
  };
  return { base: `http://127.0.0.1:${port}`, port, server, gate, problems, raw };
};

test('a listener answers on loopback', async (context) => {
  const { base, raw } = await listen(context);

  assert.equal((await fetch(`${base}/api/v1/getVersion`)).status, 200);
  assert.match(await raw('GET /api/v1/getVersion HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 OK\r\n.*true$/s);
});
