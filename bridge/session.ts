import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type ClientCapabilities,
  ErrorCode,
  type JSONRPCRequest,
  McpError,
  type Notification,
  type Request,
  type Result,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Controller } from './controller.ts';
import { CUT_OFF, controllerFetch } from './controller-fetch.ts';
import { LIMITS } from './limits.ts';
import { noSchemas } from './no-schemas.ts';
import { broken, cutOff, type Problem, problemOf, refused, silent } from './problem.ts';
import { VERSION } from './version.ts';

/** What a request may carry beside itself. */
export interface Carried {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

/** Whoever is at our end of a session. */
export interface Party {
  /** What it can do for a controller that asks. */
  readonly capabilities: ClientCapabilities;
  onRequest(request: JSONRPCRequest, signal: AbortSignal): Promise<Result>;
  onNotification(notification: Notification): void;
}

/** One session with one controller. Once it is lost it is of no use any more: its owner opens another. */
export class Session {
  readonly #controller: Controller;
  readonly #client: Client;
  readonly #transport: StreamableHTTPClientTransport;
  #pending = 0;
  #missed = 0;
  #beats = 0;
  #heart: NodeJS.Timeout | undefined;
  #silent: Problem | undefined;
  #retired = false;
  /** Called at most once, and never after `retire`. */
  onlost: (problem: Problem) => void = () => {};

  private constructor(controller: Controller, party: Party) {
    this.#controller = controller;
    this.#client = new Client(
      { name: 'twinhaus-bridge', version: VERSION },
      { capabilities: party.capabilities, jsonSchemaValidator: noSchemas },
    );
    this.#client.fallbackRequestHandler = (request, { signal }) => party.onRequest(request, signal);
    this.#client.fallbackNotificationHandler = async (notification) => party.onNotification(notification);
    this.#transport = new StreamableHTTPClientTransport(new URL(controller.address), {
      fetch: controllerFetch(controller, () => this.#lose(broken(controller))),
      // A new session is opened instead.
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 1_000,
        reconnectionDelayGrowFactor: 1,
      },
    });
  }

  /** Throws a `Problem`. */
  static async open(controller: Controller, party: Party, signal?: AbortSignal): Promise<Session> {
    const session = new Session(controller, party);
    const giveUp = () => void session.#client.close();
    signal?.addEventListener('abort', giveUp);
    try {
      await session.#client.connect(session.#transport as Transport, { timeout: LIMITS.openSeconds.value * 1_000 });
    } catch (error) {
      throw session.#meaningOf(error) ?? problemOf(controller, undefined);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
    session.#heart = setInterval(() => void session.#beat(), LIMITS.heartbeatSeconds.value * 1_000).unref();
    return session;
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions();
  }

  get server(): { readonly name: string; readonly version: string } | undefined {
    return this.#client.getServerVersion();
  }

  /** Whether it sends messages of a log. */
  get logs(): boolean {
    return this.#client.getServerCapabilities()?.logging !== undefined;
  }

  /** The controller's answer, or its own error as an `McpError`; throws a `Problem` if there is neither. */
  async request(request: Request, { signal, onprogress }: Carried = {}): Promise<Result> {
    this.#pending += 1;
    try {
      return await this.#client.request(request, ResultSchema, {
        timeout: LIMITS.callSeconds.value * 1_000,
        resetTimeoutOnProgress: true,
        ...(signal === undefined ? {} : { signal }),
        ...(onprogress === undefined ? {} : { onprogress }),
      });
    } catch (error) {
      throw signal?.aborted ? error : (this.#meaningOf(error) ?? error);
    } finally {
      this.#pending -= 1;
      if (this.#retired && this.#pending === 0) void this.#close();
    }
  }

  async notify(notification: Notification): Promise<void> {
    await this.#client.notification(notification);
  }

  /** Milliseconds until the controller has answered; throws a `Problem` if it does not. */
  async ping(): Promise<number> {
    const asked = performance.now();
    try {
      await this.#client.request({ method: 'ping' }, ResultSchema, { timeout: LIMITS.connectSeconds.value * 1_000 });
    } catch (error) {
      const problem = this.#meaningOf(error);
      if (problem !== undefined) throw problem;
    }
    return performance.now() - asked;
  }

  /** Ends once nothing is waited for any more; then, or at once if so wanted, the controller is told. */
  async retire(atOnce = false): Promise<void> {
    this.#retired = true;
    clearInterval(this.#heart);
    if (atOnce || this.#pending === 0) await this.#close();
  }

  async #close(): Promise<void> {
    const limit = setTimeout(() => void this.#client.close(), LIMITS.partingSeconds.value * 1_000);
    try {
      if (this.#silent === undefined) await this.#transport.terminateSession();
    } catch {
      // It has forgotten us already.
    } finally {
      clearTimeout(limit);
      await this.#client.close();
    }
  }

  async #beat(): Promise<void> {
    this.#beats += 1;
    if (this.#pending === 0 && this.#beats % LIMITS.idleHeartbeats.value !== 0) return;
    try {
      await this.ping();
      this.#missed = 0;
    } catch (error) {
      const problem = problemOf(this.#controller, error);
      this.#missed += 1;
      if (problem.trouble === 'lost' && this.#missed < LIMITS.missedHeartbeats.value) return;
      this.#silent = problem.trouble === 'lost' ? silent(this.#controller) : problem;
      this.#lose(problem);
      // Whoever waits is told.
      await this.#client.close();
    }
  }

  #lose(problem: Problem): void {
    if (this.#retired) return;
    clearInterval(this.#heart);
    this.#retired = true;
    this.onlost(problem);
  }

  /** Undefined for what the controller itself has answered. */
  #meaningOf(error: unknown): Problem | undefined {
    if (this.#silent !== undefined) return this.#silent;
    if (error instanceof StreamableHTTPError) return refused(this.#controller, error.code ?? 0);
    if (!(error instanceof McpError)) return problemOf(this.#controller, error);
    if (error.message.endsWith(CUT_OFF)) return cutOff(this.#controller);
    const ours = (error.data as { timeout?: unknown } | undefined)?.timeout !== undefined;
    if (error.code === ErrorCode.RequestTimeout && ours) return silent(this.#controller);
    if (error.code === ErrorCode.ConnectionClosed && this.#client.transport === undefined)
      return cutOff(this.#controller);
    return undefined;
  }
}
