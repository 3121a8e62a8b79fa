import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';

const ip = (...args: readonly string[]): boolean => spawnSync('ip', args).status === 0;

/** Why tests with another machine are left out, if they are. */
export const noOtherMachine: string | false = (() => {
  const name = `p${process.pid}`;
  if (!ip('netns', 'add', name)) return 'needs leave to make network namespaces (ip netns add)';
  const isPlugged = ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'far', 'netns', name);
  if (isPlugged) ip('link', 'del', name);
  ip('netns', 'del', name);
  return isPlugged ? false : 'needs leave to make network devices (ip link add type veth)';
})();

let made = 0;

/** Another machine at the end of a cable of its own, as far as the network can tell: a network namespace. */
export class OtherMachine {
  /** Network devices at both ends of the cable; neither is another test's. */
  readonly cableHere: string;
  readonly cableThere = 'cable';
  /** Addresses at both ends. */
  readonly here: string;
  readonly there: string;
  /** A multicast address that no other test uses. */
  readonly multicast: string;
  readonly #name: string;
  readonly #started: ChildProcess[] = [];

  constructor() {
    made += 1;
    this.#name = `m${process.pid}-${made}`;
    this.cableHere = `c${process.pid}-${made}`;
    // Networks of four addresses out of 198.18.0.0/15, which is set apart for trying things (RFC 2544).
    const number = ((process.pid * 8 + made) % 32_768) * 4;
    const byte = [(number >> 8) & 255, number & 255] as const;
    const network = `198.${18 + (number >> 16)}.${byte[0]}`;
    this.here = `${network}.${byte[1] + 1}`;
    this.there = `${network}.${byte[1] + 2}`;
    this.multicast = `239.${(process.pid >> 12) & 255}.${(process.pid >> 4) & 255}.${((process.pid & 15) << 4) | made}`;
    ip('netns', 'add', this.#name);
    ip('-n', this.#name, 'link', 'set', 'lo', 'up');
    this.plugIn();
  }

  /** Lays the cable, again after it was taken away. */
  plugIn(): void {
    ip('link', 'add', this.cableHere, 'type', 'veth', 'peer', 'name', this.cableThere, 'netns', this.#name);
    ip('address', 'add', `${this.here}/30`, 'dev', this.cableHere);
    ip('-n', this.#name, 'address', 'add', `${this.there}/30`, 'dev', this.cableThere);
    ip('link', 'set', this.cableHere, 'up');
    ip('-n', this.#name, 'link', 'set', this.cableThere, 'up');
    ip('-n', this.#name, 'route', 'add', '224.0.0.0/4', 'dev', this.cableThere);
  }

  /** Takes the cable away, with its network devices at both ends. */
  takeAway(): void {
    ip('link', 'del', this.cableHere);
  }

  /** Breaks the contact at the other end; both network devices stay. */
  cut(): void {
    ip('-n', this.#name, 'link', 'set', this.cableThere, 'down');
  }

  /** Mends what was cut. */
  mend(): void {
    ip('-n', this.#name, 'link', 'set', this.cableThere, 'up');
    ip('-n', this.#name, 'route', 'add', '224.0.0.0/4', 'dev', this.cableThere);
  }

  /** Starts a program there. */
  start(program: string, args: readonly string[], options: SpawnOptions = { stdio: 'ignore' }): ChildProcess {
    const child = spawn('ip', ['netns', 'exec', this.#name, program, ...args], options);
    this.#started.push(child);
    return child;
  }

  end(): void {
    for (const child of this.#started) child.kill('SIGKILL');
    this.takeAway();
    ip('netns', 'del', this.#name);
  }
}
