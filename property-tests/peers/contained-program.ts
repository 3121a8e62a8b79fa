import assert from 'node:assert/strict';
import type { StartedTestContainer } from 'testcontainers';
import { containers, getContainerRuntimeClient } from './container-runtime.ts';
import { freePort } from './free-port.ts';

const LIMIT_MS = 60_000;
const ATTEMPTS = 5;

/** Where a program listens within its container. */
export interface ContainedPort {
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
}

/** What runs in the container. */
export interface Containment {
  readonly image: string;
  readonly command: readonly [string, ...string[]];
  readonly ports: readonly ContainedPort[];
  /** Text of files by their path in the container. */
  readonly files?: Readonly<Record<string, string>>;
  /** Devices of this machine by their path in the container. */
  readonly devices?: Readonly<Record<string, string>>;
}

/** A program in a container of its own, at ports of this machine that it keeps when it is started again. */
export class ContainedProgram {
  readonly #container: StartedTestContainer;
  readonly #ports: readonly ContainedPort[];
  readonly #hostPorts: readonly number[];

  private constructor(container: StartedTestContainer, ports: readonly ContainedPort[], hostPorts: readonly number[]) {
    this.#container = container;
    this.#ports = ports;
    this.#hostPorts = hostPorts;
  }

  static async start({ image, command, ports, files = {}, devices = {} }: Containment): Promise<ContainedProgram> {
    const { GenericContainer, Wait } = await containers();
    const [program, ...options] = command;
    for (let attempt = 1; ; attempt += 1) {
      const hostPorts: number[] = [];
      for (const { protocol } of ports) hostPorts.push(await freePort(protocol));
      const container = new GenericContainer(image)
        .withEntrypoint([program])
        .withCommand(options)
        .withCopyContentToContainer(Object.entries(files).map(([target, content]) => ({ target, content })))
        // A pseudo-terminal is one only within the file system that made it, so it is mounted, not made anew.
        .withBindMounts(Object.entries(devices).map(([target, source]) => ({ source, target })))
        .withExposedPorts(
          ...ports.map(({ port, protocol }, index) => ({ container: port, host: hostPorts[index] ?? 0, protocol })),
        )
        .withWaitStrategy(Wait.forSuccessfulCommand('true'))
        .withStartupTimeout(LIMIT_MS);
      try {
        const contained = new ContainedProgram(await container.start(), ports, hostPorts);
        await contained.#listening();
        return contained;
      } catch (error) {
        // Somebody else may have taken the port in between.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** The port of this machine that leads to a port of the container. */
  hostPort(inside: ContainedPort['port']): number {
    const found = this.#hostPorts[this.#ports.findIndex(({ port }) => port === inside)];
    assert.ok(found, `no port ${inside}`);
    return found;
  }

  /** Runs a program beside it; answers what it said, and throws if it failed. */
  async run(...command: readonly string[]): Promise<string> {
    const { exitCode, output } = await this.#container.exec([...command]);
    if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}: ${output}`);
    return output;
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    await (await this.#handle()).kill();
  }

  /** Starts it again where it was. */
  async begin(): Promise<void> {
    await (await this.#handle()).start();
    await this.#listening();
  }

  /** Lets it stand still without closing a connection. */
  async freeze(): Promise<void> {
    await (await this.#handle()).pause();
  }

  async thaw(): Promise<void> {
    await (await this.#handle()).unpause();
  }

  async end(): Promise<void> {
    const handle = await this.#handle();
    const { State } = await handle.inspect();
    if (State.Paused) await handle.unpause();
    await handle.remove({ force: true, v: true });
  }

  async #handle() {
    return (await getContainerRuntimeClient()).container.getById(this.#container.getId());
  }

  /** The way in from outside is open at once; what counts is that the program listens behind it. */
  async #listening(): Promise<void> {
    const deadline = Date.now() + LIMIT_MS;
    for (const { port, protocol } of this.#ports) {
      const hex = port.toString(16).toUpperCase().padStart(4, '0');
      // Local address, remote address, and for TCP the state "listening".
      const row = `:${hex} [0-9A-F]*:0000 ${protocol === 'tcp' ? '0A' : '07'}`;
      const seek = `cat /proc/net/${protocol} /proc/net/${protocol}6 | grep -q "${row}"`;
      while ((await this.#container.exec(['/bin/sh', '-c', seek])).exitCode !== 0) {
        assert.ok(Date.now() < deadline, `nobody listens on ${port}/${protocol} within ${LIMIT_MS} ms`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}
