import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  type ClientCapabilities,
  type Notification,
} from '@modelcontextprotocol/sdk/types.js';
import { ROOT } from '../fixtures.ts';

/** The bridge as it is installed. */
export const BRIDGE = join(ROOT, 'bridge', 'dist', 'twinhaus-bridge.js');

/** Somebody's home folder, in which the bridge keeps its file. */
export interface Home {
  readonly path: string;
  /** Of `controllers.json`. */
  readonly file: string;
  text(): string;
  json(): { selected?: string; controllers: Record<string, unknown>[] } & Record<string, unknown>;
  write(content: unknown): void;
  remove(): void;
}

export const makeHome = (content?: unknown): Home => {
  const path = mkdtempSync(join(tmpdir(), 'twinhaus-bridge-'));
  const file = join(path, '.config', 'service-mcp', 'controllers.json');
  const home: Home = {
    path,
    file,
    text: () => readFileSync(file, 'utf8'),
    json: () => JSON.parse(home.text()),
    write(next) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof next === 'string' ? next : JSON.stringify(next), { mode: 0o600 });
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  if (content !== undefined) home.write(content);
  return home;
};

/** Environment of a desktop-less computer on which the home is somebody's. */
export const environmentOf = (home: Home): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home.path,
  USERPROFILE: home.path,
});

/** An assistant that has started the bridge. */
export interface RunningBridge {
  readonly client: Client;
  readonly process: ChildProcess;
  /** Notifications that arrived, as methods; `resources/updated` with its address behind it. */
  readonly heard: string[];
  /** Lines on standard output that are no messages of the protocol. */
  readonly strays: string[];
  /** Everything on standard error so far. */
  log(): string;
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** Resolves when it has become true, looked at whenever something arrives or is logged. */
  until(what: string, isTrue: () => boolean): Promise<void>;
  /** Closes standard input; answers the exit status. */
  stop(): Promise<number | null>;
}

const PATIENCE_MS = 20_000;

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

interface BridgeOptions {
  readonly home: Home;
  readonly capabilities?: ClientCapabilities;
  /** The program and its first arguments. */
  readonly command?: readonly [string, ...string[]];
  readonly prepare?: (client: Client) => void;
}

/** Starts the bridge and introduces an assistant to it. Whoever starts one stops it. */
export const startBridge = async ({
  home,
  capabilities = {},
  command = [process.execPath, BRIDGE],
  prepare,
}: BridgeOptions) => {
  const [program, ...args] = command;
  const child = spawn(program, args, { env: environmentOf(home), stdio: ['pipe', 'pipe', 'pipe'] });
  started.add(child);
  const ended = once(child, 'exit').finally(() => started.delete(child));
  let log = '';
  const watchers = new Set<() => void>();
  const look = () => {
    for (const watcher of watchers) watcher();
  };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    look();
  });
  const strays: string[] = [];
  const heard: string[] = [];
  const client = new Client({ name: 'assistant', version: '1.0.0' }, { capabilities });
  client.fallbackNotificationHandler = async ({ method, params }: Notification) => {
    heard.push(method === 'notifications/resources/updated' ? `${method} ${String(params?.uri)}` : method);
    look();
  };
  prepare?.(client);
  const bridge: RunningBridge = {
    client,
    process: child,
    heard,
    strays,
    log: () => log,
    call: (name, given = {}) =>
      client.request({ method: 'tools/call', params: { name, arguments: given } }, CallToolResultSchema),
    until: (what, isTrue) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          clearTimeout(timer);
          watchers.delete(watcher);
          act();
        };
        const watcher = () => {
          if (isTrue()) settle(resolve);
        };
        const timer = setTimeout(
          () => settle(() => reject(new Error(`in vain: ${what}\nheard ${heard.join(', ')}\n${log}`))),
          PATIENCE_MS,
        );
        watchers.add(watcher);
        watcher();
      }),
    async stop() {
      child.stdin.end();
      const [status] = await ended;
      return status as number | null;
    },
  };
  await client.connect(transportOver(child, strays));
  return bridge;
};

/** As the SDK's own for standard input and output, but for a process that the test holds in its hands. */
const transportOver = ({ stdin, stdout }: ChildProcess, strays: string[]): Transport => {
  const buffer = new ReadBuffer();
  const input = stdout ?? new PassThrough();
  const transport: Transport = {
    start: async () => {
      input.on('data', (bytes: Buffer) => {
        buffer.append(bytes);
        for (;;) {
          try {
            const message = buffer.readMessage();
            if (message === null) return;
            // The SDK forgets whose progress it is if the answer comes in the same breath.
            setImmediate(() => transport.onmessage?.(message));
          } catch (error) {
            strays.push(String(error));
          }
        }
      });
      input.on('close', () => transport.onclose?.());
    },
    send: async (message) => {
      stdin?.write(serializeMessage(message));
    },
    close: async () => {
      stdin?.end();
    },
  };
  return transport;
};
