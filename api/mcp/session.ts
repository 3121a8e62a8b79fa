import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  LATEST_PROTOCOL_VERSION,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Alarm, Clock, Instant } from '../../twin/index.ts';
import { later, milliseconds } from '../../twin/index.ts';
import type { Assistant } from './assistant/create-assistant.ts';
import { MCP_LIMITS } from './limits.ts';
import { EMPTY_BATCH, ID_IN_USE, type McpRefusal, NO_BATCH, refuse, TOO_MANY_REQUESTS } from './refusal.ts';
import type { SessionTransport } from './session-transport.ts';

export interface SessionOptions {
  readonly id: string;
  /** Identifier of the token that opened it. */
  readonly token: number;
  /** The version that the client asked for. */
  readonly asked: string;
  readonly assistant: Pick<Assistant, 'look'>;
  readonly transport: SessionTransport;
  readonly networkClock: Clock;
  /** A request was refused because too many wait. */
  dropped(): void;
}

/** An open session: a client that has said what it is, and the server that answers it. */
export class Session {
  readonly id: string;
  readonly token: number;
  lastUse: Instant;
  readonly #assistant: Pick<Assistant, 'look'>;
  readonly #transport: SessionTransport;
  readonly #clock: Clock;
  readonly #dropped: () => void;
  /** Whether a body may hold several messages: only one version of the protocol has ever said so. */
  readonly #hasBatches: boolean;
  /** Requests that wait for their answer. */
  readonly #waiting = new Set<RequestId>();
  readonly #farewell: Alarm;

  constructor({ id, token, asked, assistant, transport, networkClock, dropped }: SessionOptions) {
    this.id = id;
    this.token = token;
    this.#assistant = assistant;
    this.#transport = transport;
    this.#clock = networkClock;
    this.#dropped = dropped;
    this.lastUse = networkClock.now();
    const version = SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST_PROTOCOL_VERSION;
    this.#hasBatches = version <= LAST_WITH_BATCHES;
    this.#farewell = networkClock.alarm(() => transport.cut());
  }

  /** Nothing is under way and no stream is open. */
  get isIdle(): boolean {
    return this.#transport.streams === 0;
  }

  /** GET or DELETE, or the message of a POST. */
  async handle(req: IncomingMessage, res: ServerResponse, message?: unknown): Promise<void> {
    this.#used();
    res.once('close', () => this.#used());
    const ids = req.method === 'POST' ? this.#take(res, message) : [];
    if (ids === undefined) return;
    res.once('close', () => {
      for (const id of ids) this.#waiting.delete(id);
    });
    await this.#transport.handleRequest(req, res, message);
  }

  look(): void {
    this.#assistant.look();
  }

  beat(): void {
    this.#transport.beat();
  }

  /** Whoever waits for an answer is told that none will come. */
  async sayGoodbye(): Promise<void> {
    const error = { code: -32_000, message: 'The session has ended' };
    for (const id of this.#waiting) {
      await this.#transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
    }
  }

  /** Ends it at once. Resolves when nothing of it is left. */
  async end(): Promise<void> {
    await this.sayGoodbye();
    await this.#transport.close();
    this.#farewell.set(later(this.#clock.now(), milliseconds(MCP_LIMITS.farewellMilliseconds.value)));
    await this.#transport.emptied();
    this.#farewell.clear();
  }

  #used(): void {
    this.lastUse = this.#clock.now();
  }

  /** The requests in a body, which from now on wait for their answer; `undefined` if they were refused. */
  #take(res: ServerResponse, message: unknown): readonly RequestId[] | undefined {
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    const ids = messages.flatMap(requestIdOf);
    const objection = Array.isArray(message) ? this.#objectionToBatch(messages) : undefined;
    const refusal = objection ?? this.#objectionTo(ids);
    if (refusal !== undefined) {
      refuse(res, refusal);
      return undefined;
    }
    for (const id of ids) this.#waiting.add(id);
    return ids;
  }

  #objectionToBatch(messages: readonly unknown[]): McpRefusal | undefined {
    if (!this.#hasBatches) return NO_BATCH;
    return messages.length === 0 ? EMPTY_BATCH : undefined;
  }

  #objectionTo(ids: readonly RequestId[]): McpRefusal | undefined {
    const all = ids.length + this.#waiting.size;
    if (new Set([...ids, ...this.#waiting]).size < all) return ID_IN_USE;
    if (all <= MCP_LIMITS.requestsUnderWay.value) return undefined;
    this.#dropped();
    return TOO_MANY_REQUESTS;
  }
}

const LAST_WITH_BATCHES = '2025-03-26';

const requestIdOf = (message: unknown): readonly RequestId[] => {
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return [];
  return typeof message.id === 'string' || typeof message.id === 'number' ? [message.id] : [];
};
