import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finished } from '../property-tests/fixtures.ts';

const LIMIT_MS = 120_000;

/** A mount namespace and a network of its own, over this machine's files: what is written goes into memory. */
const SET_UP = `set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/written" "$1/work" "$1/root"
mount -t overlay overlay -o lowerdir=/,upperdir="$1/written",workdir="$1/work" "$1/root"
mount --rbind /dev "$1/root/dev"
mount --rbind /proc "$1/root/proc"
ip link set lo up
`;
const NAMESPACES = ['--mount', '--net', '--propagation', 'private', 'sh', '-c'];

/** Why no machine can be made here that is thrown away afterwards; `false` if it can. */
export const noThrowawayMachine: string | false = (() => {
  const needs = 'needs the right to make a machine to throw away (root, unshare, an overlay of /) with dpkg and curl';
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return needs;
  if (['dpkg', 'ip', 'curl', 'setpriv', 'adduser'].some((program) => spawnSync('which', [program]).status !== 0)) {
    return needs;
  }
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  const { status } = spawnSync('unshare', [...NAMESPACES, SET_UP, 'sh', folder], {
    stdio: 'ignore',
    timeout: LIMIT_MS,
  });
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? false : needs;
})();

/** Nothing that a test started outlives it. */
const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** This machine once more, with a network of its own: whatever is installed on it is gone with it, and never was on this one. */
export class ThrowawayMachine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'machine-'));
  readonly #holder: ChildProcess;
  readonly #children = new Set<ChildProcess>();

  private constructor() {
    const script = `${SET_UP}echo up\nexec cat`;
    this.#holder = spawn('unshare', [...NAMESPACES, script, 'sh', this.#folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    started.add(this.#holder);
  }

  static async start(): Promise<ThrowawayMachine> {
    const machine = new ThrowawayMachine();
    const { stdout } = machine.#holder;
    assert.ok(stdout);
    const ended = once(machine.#holder, 'exit').then(() => assert.fail('the machine did not come up'));
    await Promise.race([once(stdout, 'data'), ended]);
    return machine;
  }

  /** Starts a program on it, as root. Whoever starts one stops it. */
  start(args: readonly string[]): ChildProcess {
    const where = ['--target', String(this.#holder.pid), '--mount', '--net', '--wdns=/', '--'];
    const root = join(this.#folder, 'root');
    const child = spawn('nsenter', [...where, 'chroot', root, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    });
    started.add(child);
    this.#children.add(child);
    child.once('exit', () => {
      started.delete(child);
      this.#children.delete(child);
    });
    return child;
  }

  /** Runs a program on it to its end. */
  async run(...args: readonly string[]): Promise<Finished> {
    const child = this.start(args);
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    await once(child, 'close');
    clearTimeout(timer);
    return { status: child.exitCode, ...texts };
  }

  /** Runs a program that has to succeed; answers what it said. */
  async does(...args: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await this.run(...args);
    assert.equal(status, 0, `${args.join(' ')}\n${stdout}${stderr}`);
    return stdout;
  }

  async end(): Promise<void> {
    for (const child of [...this.#children]) {
      const over = once(child, 'exit');
      child.kill('SIGKILL');
      await over;
    }
    if (this.#holder.exitCode === null) {
      const over = once(this.#holder, 'exit');
      this.#holder.kill('SIGKILL');
      await over;
    }
    started.delete(this.#holder);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
