import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Look } from './laws.ts';

const COMMAND = fileURLToPath(new URL('../../bin/twinhaus.js', import.meta.url));
const INSIDE = fileURLToPath(new URL('inside.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface HouseOptions {
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  /** How far the clock of its machine is ahead at the start, in ms. */
  readonly ahead: number;
  /** In which it has to be ready, in seconds. */
  readonly within: number;
  /** What is spoiled inside of it. */
  readonly spoil: readonly string[];
}

/** Nothing that a soak started outlives it. */
const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** The product as it is built, in a process of its own whose machine's clock somebody else sets. */
export class HouseProcess {
  readonly http: string;
  readonly pid: number;
  /** Real seconds from the start of the process to its ready line. */
  readonly startedIn: number;
  readonly #child: ChildProcess;
  readonly #begun = performance.now();
  readonly #ended: Promise<unknown>;
  readonly #looks = new Map<number, (look: InsideLook | null) => void>();
  #log: string[];
  #count = 0;

  private constructor(child: ChildProcess, ended: Promise<unknown>, http: string, startedIn: number, log: string[]) {
    this.#child = child;
    this.#ended = ended;
    this.http = http;
    this.pid = child.pid ?? 0;
    this.startedIn = startedIn;
    this.#log = log;
    child.on('message', (message: InsideLook) => {
      this.#looks.get(message.look)?.(message);
      this.#looks.delete(message.look);
    });
    void ended.then(() => {
      for (const done of this.#looks.values()) done(null);
    });
  }

  /** Resolves once it is ready; rejects with what it said if it does not become so. */
  static async start({ file, environment, ahead, within, spoil }: HouseOptions): Promise<HouseProcess> {
    const begun = performance.now();
    const ports = ['--host', '127.0.0.1', '--http-port', '0', '--https-port', '0'];
    const child = spawn(
      process.execPath,
      ['--import', INSIDE, COMMAND, 'serve', '--json', '--config', file, ...ports],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...process.env,
          ...environment,
          MALLOC_MMAP_THRESHOLD_: '1048576',
          MALLOC_ARENA_MAX: '2',
          SOAK_AHEAD_MS: String(ahead),
          SOAK_SPOIL: spoil.join(' '),
        },
      },
    );
    started.add(child);
    const log: string[] = [];
    const ended = once(child, 'exit').finally(() => started.delete(child));
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => keep(log, line));
    const ready = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not ready within ${within} s: ${log.at(-1) ?? ''}`)),
        1_000 * within,
      );
      if (child.stdout) {
        createInterface({ input: child.stdout }).once('line', (line) => {
          clearTimeout(timer);
          resolve(line);
        });
      }
      child.once('close', (status) => {
        clearTimeout(timer);
        reject(new Error(`ended with status ${status}: ${log.join(' / ').slice(-400)}`));
      });
    });
    const line = await ready.catch(async (fault: unknown) => {
      child.kill('SIGKILL');
      await ended;
      throw fault;
    });
    child.stdout?.resume();
    const { http } = JSON.parse(line) as { http: string };
    return new HouseProcess(child, ended, http, (performance.now() - begun) / 1_000, log);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get status(): number | null {
    return this.#child.exitCode;
  }

  /** The last lines that it wrote to standard error. */
  get log(): readonly string[] {
    return this.#log;
  }

  /** Sets how far the clock of its machine is ahead, in ms. */
  setAhead(ahead: number): void {
    if (this.isAlive && this.#child.connected) this.#child.send({ ahead }, () => undefined);
  }

  /** What it needs after a collection of garbage; `null` if it is gone. */
  async look(): Promise<Look | null> {
    if (!this.isAlive || !this.#child.connected) return null;
    this.#count += 1;
    const number = this.#count;
    const answer = new Promise<InsideLook | null>((resolve) => this.#looks.set(number, resolve));
    this.#child.send({ look: number }, (error) => {
      if (error) this.#looks.get(number)?.(null);
    });
    const inside = await answer;
    if (inside === null) return null;
    const handles = Object.values(inside.handles).reduce((sum, count) => sum + count, 0);
    return {
      at: (performance.now() - this.#begun) / 1_000,
      heapUsed: inside.heapUsed,
      rss: inside.rss,
      files: filesOf(this.pid),
      handles,
    };
  }

  /** Ends it from one moment to the next. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks it to stop; answers after how many seconds it had. One that does not stop at all is killed after a minute. */
  async stop(): Promise<number> {
    const begun = performance.now();
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 60_000);
    await this.#ended;
    clearTimeout(late);
    return (performance.now() - begun) / 1_000;
  }
}

interface InsideLook {
  readonly look: number;
  readonly heapUsed: number;
  readonly rss: number;
  readonly handles: Readonly<Record<string, number>>;
}

const LINES_KEPT = 200;

const keep = (log: string[], line: string): void => {
  log.push(line.slice(0, 500));
  if (log.length > LINES_KEPT) log.shift();
};

const filesOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
};
