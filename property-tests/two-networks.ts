import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const ip = (...args: readonly string[]): boolean => spawnSync('ip', args).status === 0;

/** Why tests with a network of their own are left out, if they are. */
export const noNetworks: string | false = (() => {
  const name = `probe${process.pid}`;
  if (!ip('netns', 'add', name)) return 'needs leave to make network namespaces (ip netns add)';
  ip('netns', 'del', name);
  return false;
})();

const HERE = '10.117.9.1';
const THERE = '10.117.9.2';

/** Two machines on one cable, as far as the network can tell: network namespaces that nothing else is connected to. */
export class TwoNetworks {
  /** Addresses of the two machines. */
  readonly here = HERE;
  readonly there = THERE;
  /** Names of the devices that the cable is plugged into. */
  readonly cableHere = `h${process.pid}`;
  readonly cableThere = `t${process.pid}`;
  readonly #here = `here${process.pid}`;
  readonly #there = `there${process.pid}`;
  readonly #started: ChildProcess[] = [];

  constructor() {
    for (const name of [this.#here, this.#there]) ip('netns', 'add', name);
    ip(
      'link',
      'add',
      this.cableHere,
      'netns',
      this.#here,
      'type',
      'veth',
      'peer',
      'name',
      this.cableThere,
      'netns',
      this.#there,
    );
    for (const [name, cable, address] of [
      [this.#here, this.cableHere, HERE],
      [this.#there, this.cableThere, THERE],
    ] as const) {
      ip('-n', name, 'address', 'add', `${address}/24`, 'dev', cable);
      for (const device of [cable, 'lo']) ip('-n', name, 'link', 'set', device, 'up');
      ip('-n', name, 'route', 'add', '224.0.0.0/4', 'dev', cable);
    }
  }

  /** Runs a program on the first machine to its end; answers what it printed, whatever its exit status. */
  async runHere(program: string, args: readonly string[], cwd: string): Promise<string> {
    const run = promisify(execFile)('ip', ['netns', 'exec', this.#here, program, ...args], { cwd, timeout: 30_000 });
    return run.then(
      ({ stdout }) => stdout,
      (error: { readonly stdout?: string }) => error.stdout ?? '',
    );
  }

  /** Starts a program on the second machine. */
  startThere(program: string, args: readonly string[]): void {
    this.#started.push(spawn('ip', ['netns', 'exec', this.#there, program, ...args], { stdio: 'ignore' }));
  }

  end(): void {
    for (const child of this.#started) child.kill('SIGKILL');
    for (const name of [this.#here, this.#there]) ip('netns', 'del', name);
  }
}
