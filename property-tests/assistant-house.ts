import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { merge, Subject } from 'rxjs';
import { createAccess } from '../api/access/create-access.ts';
import { McpTokens } from '../api/access/mcp-tokens.ts';
import { TokenList } from '../api/access/token-list.ts';
import { Encoded } from '../api/call.ts';
import { CALLS } from '../api/calls/index.ts';
import { configurationUpdates } from '../api/configuration-updates.ts';
import { createEvents } from '../api/events.ts';
import { createGate } from '../api/gate.ts';
import { createAssistant } from '../api/mcp/assistant/create-assistant.ts';
import type { AssistantContext } from '../api/mcp/assistant-context.ts';
import { createRecordTexts } from '../api/record-texts.ts';
import { loadScenario } from '../controller/scenario/index.ts';
import { createSimulator } from '../hardware/simulator/index.ts';
import {
  type Backend,
  type Cid,
  type Content,
  createTwin,
  type House,
  type Instant,
  KINDS,
  type Link,
  VirtualClock,
} from '../twin/index.ts';
import { byPassword, request } from './small-house.ts';

const START = Date.parse('2026-03-04T09:00:00Z') as Instant;

/** The family home behind the server of an MCP session. Both clocks stand still until they are driven. */
export const assistantHouse = async (change: (house: House) => House = (house) => house) => {
  const written = new URL('../scenarios/', import.meta.url).pathname;
  const { house: asWritten, devices } = await loadScenario('family-home', { written });
  const house = change(asWritten);
  const clock = new VirtualClock(START);
  const networkClock = new VirtualClock(START);
  const simulator = createSimulator({ clock, seed: 1, house, settings: devices });
  /** What the bus says of its devices beside what the simulator says. */
  const links = new Subject<Link>();
  const backend: Backend = {
    name: simulator.name,
    reports: simulator.reports,
    link: merge(simulator.link, links),
    write: (point, content, cause) => simulator.write(point, content, cause),
    close: () => simulator.close(),
  };
  const twin = createTwin({
    house,
    kinds: new Map(KINDS.map((kind) => [kind.type, kind])),
    clock,
    backends: [backend],
    journal: { append: () => undefined },
  });
  clock.advanceTo(clock.standsAt);
  twin.started();
  const problems: unknown[] = [];
  const report = (problem: unknown) => void problems.push(problem);
  const accounts = [{ username: 'admin', password: 'admins-password', group: 'admin' as const }];
  const remoteToken = () => false;
  const access = await createAccess({ clock, store: null, accounts, house: twin, remoteToken, report });
  const remoteTokens = new TokenList({ clock, store: null, table: 'remote-tokens', most: 10, report });
  const mcpTokens = new McpTokens({ clock, store: null, report, view: (user) => access.view(user) });
  const events = createEvents({ twin, networkClock });
  const records = createRecordTexts(twin);
  const versions = { api: '1', ncd: '2', engine: '3' };
  const gate = createGate({
    calls: CALLS,
    access,
    remoteTokens,
    mcpTokens,
    twin,
    records,
    versions,
    networkClock,
    report,
  });
  const configuration = configurationUpdates(twin, { users: access.users, remoteTokens, mcpTokens });
  /** Every call that was asked for. */
  const asked: string[] = [];
  let readOnly = false;

  let listeners = 0;
  const context: AssistantContext = {
    ask: async (call, input = {}) => {
      asked.push(call);
      return gate.handle(request(call, input, { credentials: byPassword('admin'), transport: 'mcp' }));
    },
    readOnly: () => readOnly,
    events: {
      flush: () => events.flush(),
      listen(deliver) {
        listeners += 1;
        const stop = events.listen(deliver);
        return () => {
          listeners -= 1;
          stop();
        };
      },
    },
    configuration,
    clock,
    networkClock,
    controller: { name: 'Family home', version: '1.2.3' },
  };
  await context.ask('getVersion');
  asked.length = 0;

  /** A client in a session of its own, with what it has been told so far. */
  const connect = async () => {
    const assistant = createAssistant(context);
    const client = new Client({ name: 'test', version: '1' });
    const heard: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[] = [];
    client.fallbackNotificationHandler = async ({ method, params = {} }) => void heard.push({ method, params });
    const faults: Error[] = [];
    assistant.server.onerror = (error) => void faults.push(error);
    const [here, there] = InMemoryTransport.createLinkedPair();
    await Promise.all([assistant.server.connect(there), client.connect(here)]);
    const methods = () => heard.map(({ method }) => method);
    /** The answer of a tool, which is the same as data and as text. */
    const tool = async (name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
      const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
      const text = textOf(result);
      if (result.isError) throw new Error(text);
      if (JSON.stringify(result.structuredContent) !== text) throw new Error('the text is not the data');
      return result.structuredContent as Record<string, unknown>;
    };
    /** Why a tool refused. */
    const fault = async (name: string, input: Record<string, unknown> = {}): Promise<Fault> => {
      const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
      if (!result.isError) throw new Error(`${name} did not refuse`);
      return JSON.parse(textOf(result)) as Fault;
    };
    const close = async () => {
      assistant.close();
      await client.close();
    };
    return { assistant, client, heard, methods, faults, tool, fault, close };
  };

  return {
    clock,
    networkClock,
    twin,
    simulator,
    gate,
    asked,
    problems,
    context,
    connect,
    /** How many listen to the stream of changes. */
    listeners: () => listeners,
    setReadOnly: (to: boolean) => {
      readOnly = to;
    },
    /** An administrator calls something over another transport. */
    call: async (name: string, input: object = {}): Promise<unknown> => {
      const answer = await gate.handle(request(name, input, { credentials: byPassword('admin') }));
      if (!answer.ok) throw new Error(`${name}: ${answer.body.errorCode} ${answer.body.errorText}`);
      return answer.result instanceof Encoded ? answer.result.value() : answer.result;
    },
    press: (cid: Cid, property: string, content: Content) => {
      const fault = simulator.press({ cid, property, content });
      if (typeof fault === 'string') throw new Error(fault);
    },
    /** The bus loses a device, or finds it again. */
    reaches: (cid: Cid, up: boolean) => links.next({ cid, up }),
    /** Time passes in the house. */
    passes: (seconds: number) => void clock.advanceTo((clock.now() + seconds * 1_000) as Instant),
    /** Time passes on the network, in small steps, with everybody having their turn in between. */
    networkPasses: async (seconds: number) => {
      await settled();
      for (let left = seconds; left > 0; left -= 0.5) {
        networkClock.advanceTo((networkClock.now() + Math.min(left, 0.5) * 1_000) as Instant);
        await settled();
      }
    },
    close: () => {
      events.close();
      twin.close();
    },
  };
};

export interface Fault {
  readonly code: number;
  readonly message: string;
  readonly field?: string;
  readonly nearest?: readonly string[];
}

export type AssistantHouse = Awaited<ReturnType<typeof assistantHouse>>;
export type AssistantClient = Awaited<ReturnType<AssistantHouse['connect']>>;

/** Everything that can happen without time passing has happened. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const textOf = ({ content }: CallToolResult): string => {
  const [first] = content;
  if (first?.type !== 'text') throw new Error('the first content is no text');
  return first.text;
};
