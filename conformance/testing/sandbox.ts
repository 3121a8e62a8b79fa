import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'twinhaus.js');

/** A controller that does everything right, in a process of its own. */
export interface GoodController {
  readonly http: string;
  readonly https: string;
  readonly remote: string;
  readonly fingerprint: string;
  readonly remoteToken: string | null;
  /** Command that starts its bridge. */
  readonly bridge: string;
  stop(): Promise<void>;
}

/** Starts one on free ports and gives it a remote access token, where it can. */
export const startGoodController = async (): Promise<GoodController> => {
  const ports = ['--http-port', '0', '--https-port', '0', '--remote-port', '0'];
  const child = spawn(process.execPath, [PROGRAM, 'sandbox', ...ports, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ready = await firstLine(child);
  const { http, https, remote, fingerprint } = JSON.parse(ready) as Record<string, string>;
  if (!http || !https || !remote || !fingerprint) throw new Error(`not a ready line: ${ready}`);
  const made = await fetch(`${http}/api/v1/addRemoteToken`, {
    method: 'POST',
    headers: { 'auth-username': 'admin', 'auth-password': 'sandbox-admin', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'conformance' }),
  });
  const { token = null } = (await made.json()) as { token?: string };
  const bridge = `${process.execPath} ${PROGRAM} bridge`;
  return { http, https, remote, fingerprint, remoteToken: token, bridge, stop: () => stopped(child) };
};

/** The command line of the suite for a controller, everything given that there is. */
export const everythingFor = (good: Omit<GoodController, 'stop'>): string[] => [
  good.http,
  ...['--https-url', good.https, '--fingerprint', good.fingerprint],
  ...['--username', 'admin', '--password', 'sandbox-admin', '--mcp-token', 'sandbox-mcp-token'],
  ...['--bridge', good.bridge],
  ...(good.remoteToken === null ? [] : ['--remote-url', good.remote, '--remote-token', good.remoteToken]),
];

/** What a command printed, and its exit status. */
export interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** `twinhaus conformance …` as somebody would type it. `started` gets the process. */
export const typeConformance = (args: readonly string[], started: (child: ChildProcess) => void = () => {}) =>
  new Promise<Ran>((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, 'conformance', ...args]);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('close', (status) => resolve({ status, output, errors }));
    started(child);
  });

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('no output');
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (status) => reject(new Error(`the sandbox ended with ${status}`)));
  });

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
