import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { built } from './build.ts';
import type { Answer } from './contestants/channel.ts';
import { sharedNow } from './usage.ts';

/** A process of its own: a server that is measured, or one that puts load on it. */
export interface Contestant {
  readonly pid: number;
  /** Where it listens; empty if it does not. */
  readonly http: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly startedIn: number;
  /** Asks over its channel; only for programs of this folder. */
  ask<Reply>(what: string, input?: unknown): Promise<Reply>;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** A program of this folder, such as `contestants/bare-http`. Without a channel it is as lean as it can be. */
export const startProgram = async (
  name: string,
  { channel = true, args = [] }: { readonly channel?: boolean; readonly args?: readonly string[] } = {},
): Promise<Contestant> => start([await built(name), ...args], channel);

/** The product, with free ports. */
export const startSandbox = (args: readonly string[]): Promise<Contestant> =>
  start(
    [fileURLToPath(new URL('../bin/twinhaus.js', import.meta.url)), 'sandbox', '--json', ...FREE_PORTS, ...args],
    false,
  );

const FREE_PORTS = ['--http-port', '0', '--https-port', '0'];

async function start(args: readonly string[], channel: boolean): Promise<Contestant> {
  const begun = sharedNow();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(channel ? (['ipc'] as const) : [])],
  });
  started.add(child);
  const ended = once(child, 'exit').finally(() => started.delete(child));
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  };

  const { line, at } = await firstLine(child, () => log).catch(async (fault: unknown) => {
    await stop();
    throw fault;
  });
  const { http = '' } = JSON.parse(line) as { http?: string };
  return { pid: child.pid ?? 0, http, startedIn: at - begun, ask: asker(child, () => log), stop };
}

/** The ready line, and when it came; what follows it is read and dropped. */
function firstLine(child: ChildProcess, log: () => string): Promise<{ readonly line: string; readonly at: number }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready within ${READY_WITHIN_MS} ms\n${log()}`)),
      READY_WITHIN_MS,
    );
    let at = 0;
    child.stdout?.once('data', () => {
      at = sharedNow();
    });
    if (child.stdout) {
      createInterface({ input: child.stdout }).once('line', (line) => {
        clearTimeout(timer);
        resolve({ line, at });
        child.stdout?.resume();
      });
    }
    child.once('close', (status) => {
      clearTimeout(timer);
      reject(new Error(`ended with status ${status} before it was ready\n${log()}`));
    });
  });
}

function asker(child: ChildProcess, log: () => string) {
  let last = 0;
  const waiting = new Map<number, { resolve(reply: unknown): void; reject(fault: Error): void }>();
  child.on('message', (message: Answer) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('fault' in message) asked?.reject(new Error(message.fault));
    else asked?.resolve(message.reply);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`ended without an answer\n${log()}`));
  });
  return <Reply>(what: string, input?: unknown): Promise<Reply> => {
    const id = ++last;
    return new Promise<Reply>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (reply: unknown) => void, reject });
      child.send({ id, what, input }, (fault) => fault && reject(fault));
    });
  };
}
