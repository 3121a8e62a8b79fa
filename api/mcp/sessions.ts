import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Subscription } from 'rxjs';
import { type Alarm, between, later, seconds } from '../../twin/index.ts';
import { createAssistant } from './assistant/create-assistant.ts';
import { contextOf } from './context-of.ts';
import type { Visitor } from './entrance.ts';
import { MCP_LIMITS } from './limits.ts';
import type { McpOptions } from './mcp.ts';
import { receiveMessage } from './message-body.ts';
import { NO_SESSION, NOT_INITIALIZE, refuse, TOO_MANY_REQUESTS, TOO_MANY_SESSIONS, UNAVAILABLE } from './refusal.ts';
import { Session } from './session.ts';
import { SessionTransport } from './session-transport.ts';

/** All open sessions. Each belongs to the token that opened it, and ends with it. */
export class Sessions {
  readonly #options: McpOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #subscriptions: readonly Subscription[];
  readonly #beat: Alarm;
  readonly #sweep: Alarm;
  readonly #ending = new Set<Promise<void>>();
  #receiving = 0;
  #isClosed = false;

  constructor(options: McpOptions) {
    const { tokens, configuration, networkClock } = options;
    this.#options = options;
    this.#subscriptions = [
      tokens.changes.subscribe((id) => this.#look(id)),
      configuration.subscribe(({ collection }) => {
        if (collection === 'skills') this.#look();
      }),
    ];
    this.#beat = networkClock.alarm(() => this.#beatAll());
    this.#sweep = networkClock.alarm(() => this.#sweepIdle());
  }

  get size(): number {
    return this.#sessions.size;
  }

  async handle(visitor: Visitor): Promise<void> {
    const { req, res } = visitor;
    if (req.method !== 'POST') {
      const session = this.#of(visitor);
      if (session === undefined) refuse(res, NO_SESSION);
      else await session.handle(req, res);
      return;
    }
    if (this.#receiving >= MCP_LIMITS.bodiesUnderWay.value) {
      this.#dropped();
      refuse(res, TOO_MANY_REQUESTS);
      return;
    }
    this.#receiving += 1;
    const received = await receiveMessage(req).finally(() => {
      this.#receiving -= 1;
    });
    if (received === undefined) return;
    // The session may have ended while the message came.
    const session = this.#of(visitor);
    if ('refusal' in received) refuse(res, received.refusal);
    else if (session !== undefined) await session.handle(req, res, received.message);
    else if (methodOf(received.message) === 'initialize') await this.#open(visitor, received.message);
    else refuse(res, NO_SESSION);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#beat.clear();
    this.#sweep.clear();
    for (const session of this.#sessions.values()) this.#end(session);
    await Promise.all(this.#ending);
  }

  /** Another token's session is like one that never was. */
  #of({ req, token }: Visitor): Session | undefined {
    const id = req.headers['mcp-session-id'];
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    return session?.token === token.id ? session : undefined;
  }

  async #open({ req, res, token, source }: Visitor, message: unknown): Promise<void> {
    const { tokens, newSessionId, networkClock, isOn } = this.#options;
    if (!isInitializeRequest(message)) {
      refuse(res, NOT_INITIALIZE);
      return;
    }
    if (this.#isClosed || !isOn() || tokens.get(token.id)?.enabled !== true) {
      refuse(res, UNAVAILABLE);
      return;
    }
    const assistant = createAssistant(contextOf(this.#options, token.id, source));
    const dropped = () => this.#dropped();
    let session: Session | undefined;
    const transport = new SessionTransport({
      ...{ sessionIdGenerator: newSessionId, dropped },
      onsessioninitialized: (id) => {
        const asked = message.params.protocolVersion;
        session = new Session({ id, token: token.id, asked, assistant, transport, networkClock, dropped });
        this.#keep(session, source);
      },
      onsessionclosed: () => session?.sayGoodbye(),
    });
    transport.onclose = () => {
      if (session !== undefined) this.#sessions.delete(session.id);
      assistant.close();
    };
    await assistant.server.connect(transport);
    if (this.#makeRoom(token.id)) await transport.handleRequest(req, res, message);
    else refuse(res, TOO_MANY_SESSIONS);
    // What the library has refused did not begin a session.
    if (session === undefined) await transport.close();
  }

  #dropped(): void {
    const { drops } = this.#options;
    if (drops !== undefined) drops.mcp += 1;
  }

  #keep(session: Session, source: string): void {
    const { audit, tokens, networkClock } = this.#options;
    if (this.#sessions.size === 0) {
      this.#beat.set(later(networkClock.now(), BEAT));
      this.#sweep.set(later(networkClock.now(), SWEEP));
    }
    this.#sessions.set(session.id, session);
    audit.note({
      ...{ kind: 'login', user: tokens.caller(session.token).user.username, call: 'mcp', target: null },
      ...{ transport: 'mcp', path: 'local', source, code: null },
    });
  }

  /** Ends the session that has been idle longest where there is no room for another one; `false` if none is idle. */
  #makeRoom(token: number): boolean {
    const own = [...this.#sessions.values()].filter((session) => session.token === token);
    if (own.length >= MCP_LIMITS.sessionsPerToken.value) return this.#endIdlest(own);
    return this.#sessions.size < MCP_LIMITS.sessions.value || this.#endIdlest([...this.#sessions.values()]);
  }

  #endIdlest(sessions: readonly Session[]): boolean {
    const idle = sessions.filter(({ isIdle }) => isIdle);
    const [idlest] = idle.toSorted((one, other) => one.lastUse - other.lastUse);
    if (idlest !== undefined) this.#end(idlest);
    return idlest !== undefined;
  }

  /** The rights of a token, or the skills, may have changed. */
  #look(token?: number): void {
    const { tokens, isOn } = this.#options;
    for (const session of this.#sessions.values()) {
      if (token !== undefined && session.token !== token) continue;
      if (isOn() && tokens.get(session.token)?.enabled) session.look();
      else this.#end(session);
    }
  }

  #end(session: Session): void {
    this.#sessions.delete(session.id);
    const ending = session.end().catch((error: unknown) => {
      this.#options.report({ during: 'end an MCP session', error });
    });
    this.#ending.add(ending);
    ending.finally(() => this.#ending.delete(ending));
  }

  #beatAll(): void {
    for (const session of this.#sessions.values()) session.beat();
    if (this.#sessions.size > 0) this.#beat.set(later(this.#options.networkClock.now(), BEAT));
  }

  #sweepIdle(): void {
    const now = this.#options.networkClock.now();
    for (const session of this.#sessions.values()) {
      if (session.isIdle && between(session.lastUse, now) >= IDLE) this.#end(session);
    }
    if (this.#sessions.size > 0) this.#sweep.set(later(now, SWEEP));
  }
}

const BEAT = seconds(MCP_LIMITS.heartbeatSeconds.value);
const SWEEP = seconds(MCP_LIMITS.sweepSeconds.value);
const IDLE = seconds(MCP_LIMITS.idleSeconds.value);

const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
