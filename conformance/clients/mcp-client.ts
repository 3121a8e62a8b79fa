import type { HttpAnswer, HttpClient } from './http-client.ts';
import { field, isFields, type Json } from './json.ts';

/** What may be left out or set wrong on purpose. */
export interface McpOptions {
  readonly token?: string | null;
  readonly session?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON-RPC message from the lines of an event stream, or from a plain body. */
export const messageOf = (answer: HttpAnswer): unknown => {
  const data = /^data: ?(.*)$/m.exec(answer.text)?.[1];
  if (data === undefined) return answer.body;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};

/** The result of a JSON-RPC response; undefined if it is an error or none at all. */
export const resultOf = (answer: HttpAnswer): unknown => field(messageOf(answer), 'result');

/** Entries of a list in a result, as far as they are objects. */
export const entriesOf = (answer: HttpAnswer, list: string) => {
  const entries = field(resultOf(answer), list);
  return Array.isArray(entries) ? entries.filter(isFields) : [];
};

/** What a tool told, parsed; null if it is not JSON. */
export const toolJson = (answer: HttpAnswer): unknown => {
  const [first] = entriesOf(answer, 'content');
  try {
    return JSON.parse(String(first?.text));
  } catch {
    return null;
  }
};

const VERSION = '2025-06-18';

/** The endpoint for assistants, spoken to by hand: one JSON-RPC message at a time. */
export class McpClient {
  #next = 0;
  #session: string | null = null;
  #version = VERSION;

  readonly #http: HttpClient;
  readonly #token: string;

  constructor(http: HttpClient, token: string) {
    this.#http = http;
    this.#token = token;
  }

  /** Opens a session and confirms it; answers the response to `initialize`. */
  async open(): Promise<HttpAnswer> {
    const answer = await this.initialize();
    this.#session = answer.headers['mcp-session-id'] ?? null;
    const version = field(resultOf(answer), 'protocolVersion');
    if (typeof version === 'string') this.#version = version;
    return answer;
  }

  initialize(options: McpOptions = {}): Promise<HttpAnswer> {
    const parameters = {
      protocolVersion: VERSION,
      capabilities: {},
      clientInfo: { name: 'twinhaus-conformance', version: '1' },
    };
    return this.request('initialize', parameters, { session: null, ...options });
  }

  request(method: string, parameters: Json = {}, options: McpOptions = {}): Promise<HttpAnswer> {
    this.#next += 1;
    return this.#post({ jsonrpc: '2.0', id: this.#next, method, params: parameters }, options);
  }

  /** A request whose id is this text. */
  requestAs(id: string, method: string): Promise<HttpAnswer> {
    return this.#post({ jsonrpc: '2.0', id, method, params: {} }, {});
  }

  notify(method: string, options: McpOptions = {}): Promise<HttpAnswer> {
    return this.#post({ jsonrpc: '2.0', method }, options);
  }

  tool(name: string, parameters: Json, options: McpOptions = {}): Promise<HttpAnswer> {
    return this.request('tools/call', { name, arguments: parameters }, options);
  }

  /** Ends the session. */
  remove(): Promise<HttpAnswer> {
    return this.#http.send({ method: 'DELETE', path: '/mcp', headers: this.headers({}) });
  }

  /** The id that the last request had. */
  get lastId(): number {
    return this.#next;
  }

  headers({ token = this.#token, session = this.#session, headers = {} }: McpOptions): Record<string, string> {
    return {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      accept: 'application/json, text/event-stream',
      ...(session === null ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': this.#version }),
      ...headers,
    };
  }

  #post(message: Json, options: McpOptions): Promise<HttpAnswer> {
    const headers = { 'content-type': 'application/json', ...this.headers(options) };
    return this.#http.send({ method: 'POST', path: '/mcp', headers, body: JSON.stringify(message) });
  }
}
