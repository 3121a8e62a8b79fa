import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  type ClientCapabilities,
  ErrorCode,
  InitializeRequestSchema,
  type InitializeResult,
  type JSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  McpError,
  type Notification,
  type Request,
  type Result,
  ResultSchema,
  SetLevelRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { ControllersFile } from './controllers-file.ts';
import { LIMITS } from './limits.ts';
import { log } from './log.ts';
import { noSchemas } from './no-schemas.ts';
import { type Desk, failed, isOwnTool, NONE_SELECTED, type OpenSetup, OWN_TOOLS, runOwnTool } from './own-tools.ts';
import { Problem } from './problem.ts';
import { asItWas, Relay, unanswerable } from './relay.ts';
import { Selection } from './selection.ts';
import type { Carried } from './session.ts';
import { VERSION } from './version.ts';

const SERVER = { name: 'twinhaus-bridge', title: 'Twinhaus bridge', version: VERSION };

/** All that a controller may have: which one is selected, and what it offers, changes while an assistant is there. */
const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

const INSTRUCTIONS =
  'This bridge works with one of several building controllers at a time. All tools, resources and prompts are those of the selected controller, except for controller_list, controller_select, controller_current and controller_setup, which belong to the bridge. Select another controller to work with another building.';

/** What a list looks like of which there is nothing. */
const EMPTY: Readonly<Record<string, Result>> = {
  'tools/list': { tools: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [] },
};

/** The end of the bridge at which the assistant is. */
export class Assistant {
  readonly selection: Selection;
  readonly #relay: Relay;
  readonly #desk: Desk;
  readonly #transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: LIMITS.messageBytes.value,
  });
  readonly #server = new Server(SERVER, { capabilities: CAPABILITIES, jsonSchemaValidator: noSchemas });
  readonly #hidden = new Set<string>();
  #capabilities: ClientCapabilities = {};
  #busy = 0;

  constructor(file: ControllersFile, openSetup: OpenSetup) {
    const assistant = this;
    this.#relay = new Relay({
      get capabilities() {
        return assistant.#capabilities;
      },
      onRequest: (request, signal) => this.#ask(request, signal),
      onNotification: (notification) => this.#tell(notification),
    });
    this.selection = new Selection(file, (controller) => {
      if (this.#introduced) this.#relay.turnTo(controller);
    });
    this.#desk = { selection: this.selection, relay: this.#relay, openSetup };
    this.#server.setRequestHandler(InitializeRequestSchema, ({ params }) =>
      this.#busyWith(() => this.#initialize(params)),
    );
    this.#server.setRequestHandler(SetLevelRequestSchema, async ({ params }) => {
      await this.#relay.setLevel(params.level);
      return {};
    });
    this.#server.fallbackRequestHandler = (request, { signal, sendNotification }) =>
      this.#serve(request, signal, (progress) => sendNotification(progress as never));
    this.#server.fallbackNotificationHandler = async (notification) => this.#relay.notify(plain(notification));
    this.#server.onerror = (error) => log(error.message.slice(0, 200));
  }

  #introduced = false;

  /** Calls when the assistant has gone. */
  async start(gone: () => void): Promise<void> {
    process.stdin.once('end', gone).once('close', gone);
    process.stdout.once('error', gone);
    this.#server.onclose = gone;
    this.selection.reload();
    await this.#server.connect(this.#transport);
  }

  /** Lets what is being done finish, for a moment, and takes leave of the controller. */
  async close(): Promise<void> {
    const until = performance.now() + LIMITS.partingSeconds.value * 1_000;
    while (this.#busy > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    await this.#relay.close();
    // Whoever still waits has just been told why; that has to get out.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async #initialize(params: { protocolVersion: string; capabilities: ClientCapabilities }): Promise<InitializeResult> {
    const { sampling, elicitation, roots } = params.capabilities;
    this.#capabilities = {
      ...(sampling && { sampling }),
      ...(elicitation && { elicitation }),
      ...(roots && { roots }),
    };
    this.#introduced = true;
    this.#relay.turnTo(this.selection.selected);
    const words = (await this.#relay.ready(LIMITS.greetSeconds.value))?.instructions;
    this.#relay.introduced();
    const { protocolVersion: wanted } = params;
    return {
      protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(wanted) ? wanted : LATEST_PROTOCOL_VERSION,
      capabilities: CAPABILITIES,
      serverInfo: SERVER,
      instructions: words === undefined ? INSTRUCTIONS : `${INSTRUCTIONS}\n\nThe selected controller says:\n${words}`,
    };
  }

  async #serve(
    request: JSONRPCRequest,
    signal: AbortSignal,
    send: (notification: Notification) => Promise<void>,
  ): Promise<Result> {
    return this.#busyWith(async () => {
      const { method, params } = request;
      if (method === 'tools/call' && isOwnTool(params?.name)) {
        return await runOwnTool(this.#desk, params?.name, (params?.arguments ?? {}) as Record<string, unknown>);
      }
      const answer = await this.#pass(plain(request), carried(request, signal, send));
      return method === 'tools/list' && params?.cursor === undefined ? this.#withOwn(answer) : answer;
    });
  }

  /** The end waits for this. */
  async #busyWith<T>(act: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await act();
    } finally {
      this.#busy -= 1;
    }
  }

  async #pass(request: Request, carried: Carried): Promise<Result> {
    const { method } = request;
    const empty = EMPTY[method];
    try {
      const answer = await this.#relay.request(request, carried);
      if (answer !== undefined) return answer;
      const why = this.selection.fault ?? NONE_SELECTED;
      if (method === 'tools/call') return failed(why);
      if (empty !== undefined) return empty;
      throw asItWas(new McpError(-32_000, why));
    } catch (error) {
      // A controller need not have each kind of list.
      if (error instanceof McpError && error.code === ErrorCode.MethodNotFound && empty !== undefined) return empty;
      if (error instanceof McpError) throw asItWas(error);
      if (!(error instanceof Problem)) throw error;
      if (method === 'tools/call') return failed(error.message);
      // Our own tools are there all the same: with them, another controller can be selected.
      if (method === 'tools/list') return { tools: [] };
      throw asItWas(new McpError(-32_000, error.message));
    }
  }

  /** Our own first. A controller's tool that has the name of one of ours could not be called: it is left out. */
  #withOwn(answer: Result): Result {
    const theirs = (answer.tools as readonly Tool[] | undefined) ?? [];
    for (const { name } of theirs.filter((tool) => isOwnTool(tool.name) && !this.#hidden.has(tool.name))) {
      this.#hidden.add(name);
      log(`the controller's tool ${name} is left out: the bridge has one of that name`);
    }
    return { ...answer, tools: [...OWN_TOOLS, ...theirs.filter(({ name }) => !isOwnTool(name))] };
  }

  /** What a controller asks of the assistant. */
  async #ask(request: JSONRPCRequest, signal: AbortSignal): Promise<Result> {
    const needs = {
      'sampling/createMessage': 'sampling',
      'elicitation/create': 'elicitation',
      'roots/list': 'roots',
    } as const;
    const need = needs[request.method as keyof typeof needs];
    if (need === undefined || this.#capabilities[need] === undefined) throw unanswerable(request);
    const timeout = LIMITS.callSeconds.value * 1_000;
    try {
      return await this.#server.request(plain(request) as never, ResultSchema, { signal, timeout });
    } catch (error) {
      throw error instanceof McpError ? asItWas(error) : error;
    }
  }

  #tell(notification: Notification): void {
    this.#transport.send({ jsonrpc: '2.0', ...plain(notification) }).catch(() => {});
  }
}

/** Without the number that it has on one side only. */
const plain = ({ method, params }: Request): Request => (params === undefined ? { method } : { method, params });

/** Progress goes back under the mark that the assistant has given it. */
const carried = (
  { params }: JSONRPCRequest,
  signal: AbortSignal,
  send: (notification: Notification) => Promise<void>,
): Carried => {
  const progressToken = params?._meta?.progressToken;
  if (progressToken === undefined) return { signal };
  return {
    signal,
    onprogress: (progress) => {
      send({ method: 'notifications/progress', params: { ...progress, progressToken } }).catch(() => {});
    },
  };
};
