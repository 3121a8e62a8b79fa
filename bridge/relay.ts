import {
  type JSONRPCRequest,
  McpError,
  type Notification,
  type Request,
  type Result,
} from '@modelcontextprotocol/sdk/types.js';
import type { Controller } from './controller.ts';
import { LIMITS } from './limits.ts';
import { Link, type Standing } from './link.ts';
import { log } from './log.ts';
import { Problem } from './problem.ts';
import type { Carried, Party, Session } from './session.ts';

/** Passes on between the assistant and the selected controller; what the assistant has asked to be told of survives a switch. */
export class Relay {
  readonly #party: Party;
  readonly #subscriptions = new Set<string>();
  #level: string | undefined;
  #link: Link | undefined;
  /** Whether the assistant knows anything yet that could have changed. */
  #told = false;

  constructor(party: Party) {
    this.#party = party;
  }

  get controller(): Controller | undefined {
    return this.#link?.controller;
  }

  get standing(): Standing {
    return this.#link?.standing ?? { answers: false };
  }

  get present(): Session | undefined {
    return this.#link?.present;
  }

  /** From now on the assistant hears of changes. */
  introduced(): void {
    this.#told = true;
  }

  /** Turns to a controller. What the old one is still busy with may finish. */
  turnTo(controller: Controller | undefined): void {
    void this.#link?.close();
    const link: Link | undefined =
      controller &&
      new Link(
        controller,
        {
          capabilities: this.#party.capabilities,
          onRequest: (request, signal) => this.#party.onRequest(request, signal),
          // The old one still ends its calls, but the assistant no longer looks at its house.
          onNotification: (notification) => {
            if (this.#link === link) this.#party.onNotification(notification);
          },
        },
        (session) => this.#opened(session),
      );
    this.#link = link;
    if (link !== undefined) link.session().catch(() => {});
    this.#tellOfLists();
  }

  /** Waits for the session, but not for long. */
  async ready(seconds: number): Promise<Session | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, seconds * 1_000, undefined);
    });
    const opened = this.#link?.session().catch(() => undefined);
    const session = await Promise.race([opened, late]);
    clearTimeout(timer);
    return session;
  }

  /** Throws a `Problem`, or the controller's own error as an `McpError`. Undefined if no controller is selected. */
  async request(request: Request, carried: Carried): Promise<Result | undefined> {
    const link = this.#link;
    if (link === undefined) return undefined;
    const uri = String(request.params?.uri);
    if (request.method === 'resources/subscribe' && this.#subscriptions.size >= LIMITS.subscriptions.value) {
      throw new McpError(-32_602, `at most ${LIMITS.subscriptions.value} resources can be watched`);
    }
    if (request.method === 'resources/unsubscribe') this.#subscriptions.delete(uri);
    const result = await link.request(request, carried);
    if (request.method === 'resources/subscribe') this.#subscriptions.add(uri);
    return result;
  }

  /** Milliseconds to the controller and back; undefined if none is selected. Throws a `Problem`. */
  async ping(): Promise<number | undefined> {
    return this.#link?.ping();
  }

  notify(notification: Notification): void {
    this.#link?.present?.notify(notification).catch(() => {});
  }

  /** How much the assistant wants to be told; each new session is told, too. */
  async setLevel(level: string): Promise<void> {
    this.#level = level;
    await this.#renewLevel(this.#link?.present);
  }

  async close(): Promise<void> {
    await this.#link?.close(true);
  }

  #opened(session: Session): void {
    void this.#renewLevel(session);
    void this.#renewSubscriptions(session);
    this.#tellOfLists();
  }

  async #renewLevel(session: Session | undefined): Promise<void> {
    if (session === undefined || this.#level === undefined || !session.logs) return;
    await session.request({ method: 'logging/setLevel', params: { level: this.#level } }).catch(() => {});
  }

  /** What was watched may have changed meanwhile, or be another house's now. What this controller does not have is let go. */
  async #renewSubscriptions(session: Session): Promise<void> {
    for (const uri of [...this.#subscriptions]) {
      try {
        await session.request({ method: 'resources/subscribe', params: { uri } });
        this.#party.onNotification({ method: 'notifications/resources/updated', params: { uri } });
      } catch (error) {
        if (error instanceof Problem) return;
        this.#subscriptions.delete(uri);
        log(`${uri} is not watched any more: this controller does not have it`);
      }
    }
  }

  #tellOfLists(): void {
    if (!this.#told) return;
    for (const list of ['tools', 'resources', 'prompts']) {
      this.#party.onNotification({ method: `notifications/${list}/list_changed` });
    }
  }
}

/** The controller's own error, as it was before it came through: the library puts its number in front. */
export const asItWas = (error: McpError): McpError => {
  const plain = Object.assign(new McpError(error.code, '', error.data), {
    message: error.message.replace(`MCP error ${error.code}: `, ''),
  });
  return plain;
};

/** A controller that asks for what the assistant cannot do hears that from us. */
export const unanswerable = ({ method }: JSONRPCRequest): McpError =>
  asItWas(new McpError(-32_601, `the assistant does not take ${method}`));
