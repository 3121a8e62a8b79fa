import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The built product. */
export const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'twinhaus.js');

/** Passwords of it cost next to nothing: for many runs in a row, in which guessing is not what is tried. */
const CHEAP_PASSWORDS = join(import.meta.dirname, 'cheap-passwords.js');

/** A controller that does everything right, in a process of its own. */
export interface GoodController {
  readonly http: string;
  readonly https: string;
  readonly remote: string;
  readonly fingerprint: string;
  /** An administrator. */
  readonly login: { readonly username: string; readonly password: string };
  readonly mcpToken: string;
  readonly remoteToken: string | null;
  /** What its owner calls it. */
  readonly name: string;
  /** Command that starts its bridge. */
  readonly bridge: string;
  stop(): Promise<void>;
}

/** How to start one. */
export interface Starting {
  readonly cheapPasswords?: boolean;
  /** Further options of its command. */
  readonly more?: readonly string[];
}

/** What a controller tells in its first line. */
type Ready = Pick<GoodController, 'http' | 'https' | 'remote' | 'fingerprint'>;

/** Nothing that was started outlives who started it. */
const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts `twinhaus …` and waits until it is ready; fails with what it said if it ends before. */
export const startProgram = async (
  args: readonly string[],
  { cheapPasswords = false, more = [] }: Starting,
): Promise<Ready & { readonly stop: () => Promise<void> }> => {
  const before = cheapPasswords ? ['--import', CHEAP_PASSWORDS] : [];
  const child = spawn(process.execPath, [...before, PROGRAM, ...args, ...more, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  const line = await firstLine(child);
  const { http, https, remote, fingerprint } = JSON.parse(line) as Record<string, string>;
  if (!http || !https || !remote || !fingerprint) throw new Error(`not a ready line: ${line}`);
  return { http, https, remote, fingerprint, stop: () => stopped(child) };
};

/** Asks a controller for something on its first address; fails if it is refused. */
export const ask = async (
  { http, login }: Pick<GoodController, 'http' | 'login'>,
  name: string,
  parameters: object = {},
): Promise<unknown> => {
  const answer = await fetch(`${http}/api/v1/${name}`, {
    method: 'POST',
    headers: {
      'auth-username': login.username,
      'auth-password': login.password,
      'content-type': 'application/json',
    },
    body: JSON.stringify(parameters),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${name} is refused: ${JSON.stringify(body)}`);
  return body;
};

/** The command line of the suite for a controller, everything given that there is. */
export const everythingFor = (good: Omit<GoodController, 'stop'>): string[] => [
  good.http,
  ...['--https-url', good.https, '--fingerprint', good.fingerprint],
  ...['--username', good.login.username, '--password', good.login.password, '--mcp-token', good.mcpToken],
  ...['--controller-name', good.name, '--bridge', good.bridge],
  ...(good.remoteToken === null ? [] : ['--remote-url', good.remote, '--remote-token', good.remoteToken]),
];

/** What a command printed, and its exit status. */
export interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** `twinhaus conformance …` as somebody would type it. `started` gets the process. */
export const typeConformance = (args: readonly string[], began: (child: ChildProcess) => void = () => {}) =>
  new Promise<Ran>((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, 'conformance', ...args]);
    started.add(child);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('close', (status) => {
      started.delete(child);
      resolve({ status, output, errors });
    });
    began(child);
  });

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('no output');
    let said = '';
    stderr.setEncoding('utf8').on('data', (text: string) => {
      // Enough to tell why it did not start; later there is nothing to keep.
      if (said.length < 4_000) said += text;
    });
    createInterface({ input: stdout }).once('line', resolve);
    child.once('close', (status) => reject(new Error(`the controller ended with ${status}: ${said}`)));
  });

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
