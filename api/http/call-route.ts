import type { IncomingMessage, ServerResponse } from 'node:http';
import { Encoded } from '../call.ts';
import { CallFault, methodNotAllowed, type Refusal, refusal } from '../errors.ts';
import type { Answer, CallRequest, Gate } from '../gate.ts';
import type { ReportProblem } from '../problem.ts';
import { forgetSessionCookie, readSessionCookie, SESSION, writeSessionCookie } from '../session-cookie.ts';
import { readLanguage } from './accept-language.ts';
import { sendJson } from './answering.ts';
import { readBody } from './body.ts';
import type { Connection } from './connection.ts';
import { readCredentials } from './credentials.ts';
import { type Fields, readFields } from './fields.ts';
import { Receiver } from './receiver.ts';
import { REMOTE_TOKEN } from './remote-token.ts';

/** A request for a call, taken apart as far as its target. */
export interface CallExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly call: string;
  readonly query: string;
  readonly connection: Connection;
  /** Of the remote path. */
  readonly remoteToken: string | undefined;
}

/** What stays of the parameters when they have been read. */
interface Input {
  readonly input: unknown;
  readonly texts: boolean;
}

/**
 * Carries `GET` and `POST /api/v1/<call>` to the gate and its answers back. It stands in front of fastify, because these
 * requests are nearly all that a controller is asked (docs/decisions/0040).
 */
export class CallRoute {
  readonly #gate: Gate;
  readonly #report: ReportProblem;
  readonly #receiver = new Receiver<CallExchange>({
    taken: (exchange, body) => this.#carry(exchange, body),
    refused: (exchange, code) => refuse(exchange, new CallFault(code)),
  });

  constructor(gate: Gate, report: ReportProblem) {
    this.#gate = gate;
    this.#report = report;
  }

  handle(exchange: CallExchange): void {
    const { req } = exchange;
    switch (req.method) {
      case 'GET':
        this.#carry(exchange, undefined);
        return;
      case 'POST':
        if (hasBody(req)) this.#receiver.receive(req, exchange);
        else this.#carry(exchange, NOTHING);
        return;
      default:
        send(exchange, methodNotAllowed(languageOf(req)), ALLOW);
    }
  }

  /** `body` is `undefined` for GET, whose parameters are in its query. */
  #carry(exchange: CallExchange, body: Buffer | undefined): void {
    try {
      const request = readRequest(exchange, body);
      const answer = this.#gate.handle(request);
      if (answer instanceof Promise) this.#settle(exchange, request, answer);
      else deliver(exchange, request, answer);
    } catch (error) {
      refuse(exchange, this.#faultOf(exchange, error));
    }
  }

  #settle(exchange: CallExchange, request: CallRequest, answer: Promise<Answer>): void {
    answer
      .then((settled) => deliver(exchange, request, settled))
      .catch((error: unknown) => refuse(exchange, this.#faultOf(exchange, error)));
  }

  /** What is not a fault of the caller is ours: the operator is told, and the caller that no answer came. */
  #faultOf({ call }: CallExchange, error: unknown): CallFault {
    if (error instanceof CallFault) return error;
    this.#report({ during: `call ${call} over HTTP`, error });
    return new CallFault(116);
  }
}

const NOTHING = Buffer.alloc(0);
const ALLOW = ['allow', 'GET, POST'];

const hasBody = ({ headers }: IncomingMessage): boolean => {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) !== 0;
};

const readRequest = (exchange: CallExchange, body: Buffer | undefined): CallRequest => {
  const { req, call, query, connection, remoteToken } = exchange;
  const { headers } = req;
  const fields = query === '' ? NO_FIELDS : readFields(query);
  const { input, texts } = body === undefined ? fromTexts(fields) : readInput(body, req);
  return {
    call,
    input,
    texts,
    credentials: readCredentials({ headers, querySession: fields[SESSION], secure: connection.secure }),
    path: connection.path,
    source: connection.source,
    transport: 'http',
    language: languageOf(req),
    remoteToken,
    asker: exchange.res,
  };
};

const NO_FIELDS: Fields = {};

const readInput = (bytes: Buffer, { headers }: IncomingMessage): Input => {
  if (bytes.length === 0) return { input: {}, texts: false };
  const body = readBody(bytes, headers['content-type'], headers['content-encoding']);
  return body.form ? fromTexts(readFields(body.text)) : { input: body.json, texts: false };
};

/** In texts `true` and `false` are booleans; what is a number, the gate knows from the call. What lets one in is no parameter. */
const fromTexts = (fields: Fields): Input => {
  const input: { [name: string]: string | boolean } = {};
  for (const [name, text] of Object.entries(fields)) {
    if (name !== SESSION && name !== REMOTE_TOKEN) input[name] = BOOLEANS.get(text) ?? text;
  }
  return { input, texts: true };
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const languageOf = ({ headers }: IncomingMessage) => readLanguage(headers['accept-language']);

const deliver = (exchange: CallExchange, request: CallRequest, answer: Answer): void => {
  if (!answer.ok) {
    const { retryAfter } = answer.body;
    const session = openedCookie(exchange, request, answer.opened);
    send(exchange, answer, [
      ...(retryAfter === undefined ? [] : ['retry-after', String(retryAfter)]),
      ...(session === undefined ? [] : ['set-cookie', session]),
    ]);
    return;
  }
  const { result } = answer;
  const cookie = cookieOf(exchange, request, answer);
  sendJson(exchange.res, {
    status: answer.status,
    body: result instanceof Encoded ? result.json : (JSON.stringify(result) ?? 'null'),
    headers: cookie === undefined ? undefined : ['set-cookie', cookie],
  });
};

/** A session that credential headers opened is set; one that was ended is taken away from the browser that had it. */
const cookieOf = (
  exchange: CallExchange,
  request: CallRequest,
  { opened, ended, caller }: Extract<Answer, { ok: true }>,
): string | undefined => {
  const { req, connection } = exchange;
  if (ended) {
    const carried = readSessionCookie(req.headers.cookie);
    return carried !== undefined && carried === caller.sessionID ? forgetSessionCookie(connection.secure) : undefined;
  }
  return openedCookie(exchange, request, opened);
};

const openedCookie = (
  { connection }: CallExchange,
  { credentials }: CallRequest,
  opened: string | undefined,
): string | undefined => {
  if (opened === undefined || credentials.kind !== 'password') return undefined;
  return writeSessionCookie(opened, { persistent: credentials.persistent, secure: connection.secure });
};

const refuse = (exchange: CallExchange, fault: CallFault): void =>
  send(exchange, refusal(fault, 'call', languageOf(exchange.req)));

const send = ({ res }: CallExchange, { status, body }: Refusal, headers?: readonly string[]): void =>
  sendJson(res, { status, body: JSON.stringify(body), headers });
