import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { ModbusDesk } from './modbus-desk.ts';

/** Debian's, which has the packages. */
export const PYTHON = '/usr/bin/python3';
const LIMIT_MS = 20_000;

const fails = (command: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
};

/** Why there is no pymodbus on this machine; `false` if there is. */
export const missingPymodbus = (): string | false =>
  fails(PYTHON, '-c', 'import pymodbus, serial, serial_asyncio') &&
  'needs pymodbus (Debian: python3-pymodbus python3-serial python3-serial-asyncio)';

/** Why a program is not on this machine; `false` if it is. */
export const missingProgram = (name: string): string | false =>
  fails('sh', '-c', `command -v ${name}`) && `needs ${name} (Debian: ${name})`;

/** Nothing that a test started outlives it. */
const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** `pymodbus-server.py` as a process of this machine. */
export class Pymodbus {
  readonly #args: readonly string[];
  readonly #desk: number;
  #process: ChildProcess | undefined;

  private constructor(args: readonly string[], desk: number) {
    this.#args = args;
    this.#desk = desk;
  }

  /** Resolves when somebody is at the port `desk`. */
  static async start(args: readonly string[], desk: number): Promise<Pymodbus> {
    const program = new Pymodbus(args, desk);
    await program.begin();
    return program;
  }

  /** Starts it again where it was. */
  async begin(): Promise<void> {
    const child = spawn(PYTHON, this.#args, { stdio: ['ignore', 'ignore', 'pipe'] });
    started.add(child);
    child.once('exit', () => started.delete(child));
    this.#process = child;
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(-2_000);
    });
    const deadline = Date.now() + LIMIT_MS;
    while (!(await this.#listens())) {
      if (child.exitCode !== null) throw new Error(`pymodbus ended: ${errors}`);
      if (Date.now() > deadline) throw new Error(`pymodbus does not listen within ${LIMIT_MS} ms: ${errors}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Runs a program beside it; answers what it said, and throws if it failed. */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    return (await promisify(execFile)(program, args, { timeout: LIMIT_MS })).stdout;
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Lets it stand still without closing a connection. */
  async freeze(): Promise<void> {
    this.#process?.kill('SIGSTOP');
  }

  async thaw(): Promise<void> {
    this.#process?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    await this.kill();
  }

  async #listens(): Promise<boolean> {
    try {
      (await ModbusDesk.at(this.#desk)).leave();
      return true;
    } catch {
      return false;
    }
  }
}
