import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const COMMAND = join(ROOT, 'bin', 'twinhaus.js');

/** First line of standard output with `--json`. */
export interface ReadyLine {
  readonly event: 'ready';
  readonly http: string;
  readonly https: string;
  readonly remote: string | null;
  readonly fingerprint: string;
  readonly scenario: string;
  readonly seed: number;
  readonly pid: number;
}

/** The built product as a process of its own. */
export interface RunningSandbox extends ReadyLine {
  readonly ready: ReadyLine;
  readonly process: ChildProcess;
  /** Lines of standard output after the ready line. */
  readonly lines: readonly string[];
  /** Everything on standard error so far. */
  log(): string;
  alive(): boolean;
  /** Ends it with SIGTERM, or as told; answers its exit status. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
  /** Ends it with SIGKILL: nothing can be written any more. */
  kill(): Promise<void>;
}

const READY_WITHIN_MS = 20_000;

/** Nothing that a test started outlives it, even if it fails before it can stop it. */
const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Makes a password cost a program next to nothing: for tests with many, in which it is not the price of guessing that is tried. */
const CHEAP_PASSWORDS = new URL('../conformance/testing/cheap-passwords.js', import.meta.url).href;

/**
 * Starts `twinhaus sandbox`, on free ports unless told otherwise, and answers when it is ready. Time stands still unless `--speed` is among
 * the arguments. Whoever starts one stops it.
 */
export async function startSandbox(
  args: readonly string[] = [],
  { ports = 'free', passwords = 'real' }: { ports?: 'free' | 'default'; passwords?: 'real' | 'cheap' } = {},
): Promise<RunningSandbox> {
  const given = (option: string) => args.includes(option) || (ports === 'default' && option.endsWith('-port'));
  const all = [
    'sandbox',
    '--json',
    ...(given('--http-port') ? [] : ['--http-port', '0']),
    ...(given('--https-port') ? [] : ['--https-port', '0']),
    ...(given('--speed') ? [] : ['--speed', '0']),
    ...args,
  ];
  return startProgram(all, {}, passwords === 'cheap' ? ['--import', CHEAP_PASSWORDS] : []);
}

/** Starts `twinhaus serve --config FILE` on free ports of this machine alone, and answers when it is ready. Whoever starts one stops it. */
export const startServe = (
  file: string,
  { args = [], environment = {} }: { readonly args?: readonly string[]; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<RunningSandbox> =>
  startProgram(
    ['serve', '--json', '--config', file, '--host', '127.0.0.1', '--http-port', '0', '--https-port', '0', ...args],
    environment,
  );

async function startProgram(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  nodeOptions: readonly string[] = [],
): Promise<RunningSandbox> {
  const child = spawn(process.execPath, [...nodeOptions, COMMAND, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit').finally(() => started.delete(child));
  started.add(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });

  const lines: string[] = [];
  const first = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready within ${READY_WITHIN_MS} ms\n${log}`)),
      READY_WITHIN_MS,
    );
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (lines.push(line) > 1) return;
      clearTimeout(timer);
      resolve(line);
    });
    child.once('close', (status) => {
      clearTimeout(timer);
      reject(new Error(`ended with status ${status} before it was ready\n${log}`));
    });
  });
  const end = async (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    return child.exitCode;
  };

  const line = await first.catch(async (fault: unknown) => {
    await end('SIGKILL');
    throw fault;
  });
  const ready = JSON.parse(line) as ReadyLine;
  assert.equal(ready.event, 'ready', line);
  return {
    ...ready,
    ready,
    process: child,
    get lines() {
      return lines.slice(1);
    },
    log: () => log,
    alive: () => child.exitCode === null && child.signalCode === null,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

/** How a command ended that was run to its end. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `twinhaus` with the arguments until it ends. */
export async function run(args: readonly string[], within = 10_000): Promise<Finished> {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), within);
  await once(child, 'close');
  clearTimeout(timer);
  return { status: child.exitCode, stdout, stderr };
}

/** A folder of its own, and how to get rid of it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'twinhaus-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Waits in real time until something holds; for what another process or the network has to bring about. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, within = 5_000): Promise<void> {
  const deadline = Date.now() + within;
  while (Date.now() < deadline) {
    if (await holds()) return;
    await pause(10);
  }
  assert.fail(`not within ${within} ms: ${what}`);
}

/** Real time passes. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
