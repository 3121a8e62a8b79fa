import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type Certificate, pinnedTo } from './certificate.ts';
import { curl } from './curl.ts';
import type { Tape } from './tape.ts';

/** A request, as plain data. */
export interface Sending {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Local address to send from. */
  readonly from?: string;
}

/** An answer, as plain data. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed, where the text is JSON; else null. */
  readonly body: unknown;
  /** Milliseconds until it was complete. */
  readonly ms: number;
}

/** Who asks. */
export type Login = { readonly username: string; readonly password: string } | { readonly session: string } | null;

/** How parameters travel. */
export type Form = 'json' | 'form' | 'query';

/** Longer than the 15 seconds that a controller has. */
const PATIENCE_MS = 20_000;

/** What drips in without end is no answer either. */
const WHOLE_ANSWER_MS = 60_000;

/** Far more than a large house has to tell. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** One way to the controller over HTTP or HTTPS. */
export class HttpClient {
  readonly base: URL;
  readonly #tape: Tape;
  readonly #path: string;
  readonly #certificate: Certificate | null;
  readonly #always: Readonly<Record<string, string>>;

  constructor(
    base: URL,
    tape: Tape,
    path: string,
    certificate: Certificate | null = null,
    always: Readonly<Record<string, string>> = {},
  ) {
    this.base = base;
    this.#tape = tape;
    this.#path = path;
    this.#certificate = certificate;
    this.#always = always;
  }

  /** Any request. Fails with `NoAnswer` if none comes. */
  send(sending: Sending): Promise<HttpAnswer> {
    const whole = { ...sending, headers: { ...this.#always, ...sending.headers } };
    return this.#tape.take(this.#path, whole, () => this.#perform(whole), curl(this.base, whole, this.#certificate));
  }

  /** A call of the interface. */
  call(
    name: string,
    login: Login,
    parameters?: unknown,
    more: { form?: Form; from?: string; headers?: Record<string, string> } = {},
  ): Promise<HttpAnswer> {
    const form = more.form ?? 'json';
    const headers = { 'accept-language': 'en', ...credentials(login), ...more.headers };
    const path = `/api/v1/${name}`;
    const from = more.from === undefined ? {} : { from: more.from };
    if (form === 'query') {
      const query = parameters === undefined ? '' : `?${encoded(parameters)}`;
      return this.send({ method: 'GET', path: path + query, headers, ...from });
    }
    if (parameters === undefined) return this.send({ method: 'POST', path, headers, ...from });
    const type = form === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const body = form === 'form' ? encoded(parameters) : JSON.stringify(parameters);
    return this.send({ method: 'POST', path, headers: { 'content-type': type, ...headers }, body, ...from });
  }

  /** A GET of which only the head is waited for: its body may never end. */
  head(path: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const sending = { method: 'GET', path, headers: { ...this.#always, ...headers } };
    return this.#tape.take(this.#path, { ...sending, only: 'head' }, () => this.#perform(sending, true));
  }

  #perform({ method, path, headers, body, from }: Sending, headOnly = false): Promise<HttpAnswer> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const request = (this.base.protocol === 'https:' ? secureRequest : plainRequest)(
        new URL(path, this.base),
        {
          method,
          agent: false,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
          ...(from === undefined ? {} : { localAddress: from }),
          ...(this.#certificate === null ? {} : pinnedTo(this.#certificate)),
        },
        (response) => {
          let [text, bytes] = ['', 0];
          response.setEncoding('utf8');
          const finish = () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: plainHeaders(response.headers),
              text,
              body: parsed(text),
              ms: Math.round(performance.now() - began),
            });
          if (headOnly) {
            finish();
            request.destroy();
            return;
          }
          response.on('data', (chunk) => {
            text += chunk;
            bytes += Buffer.byteLength(chunk);
            if (bytes > MOST_BYTES) giveUp(`the answer is longer than ${MOST_BYTES / 1_024 / 1_024} MiB`);
            else if (answersOverStream(response.headers['content-type'], text)) {
              finish();
              request.destroy();
            }
          });
          response.on('end', finish);
          response.on('error', reject);
        },
      );
      const giveUp = (why: string) => {
        reject(new Error(why));
        request.destroy();
      };
      request.setTimeout(PATIENCE_MS, () => giveUp(`no answer within ${PATIENCE_MS / 1_000} s`));
      const whole = setTimeout(
        () => giveUp(`the answer was not complete within ${WHOLE_ANSWER_MS / 1_000} s`),
        WHOLE_ANSWER_MS,
      );
      request.once('close', () => clearTimeout(whole));
      request.on('error', reject);
      request.end(body);
    });
  }
}

/** Headers that log in. */
export const credentials = (login: Login): Record<string, string> => {
  if (login === null) return {};
  if ('session' in login) return { 'x-service-sid': login.session };
  return { 'auth-username': login.username, 'auth-password': login.password };
};

const encoded = (parameters: unknown): string =>
  new URLSearchParams(
    Object.entries(parameters as Record<string, unknown>).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString();

const plainHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : (value ?? '')]),
  );

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** An event stream may stay open behind the response that was waited for. */
const answersOverStream = (type: string | undefined, text: string): boolean =>
  type?.startsWith('text/event-stream') === true && /^data: ?\{.*"(?:result|error)".*\}\r?\n\r?\n/m.test(text);
