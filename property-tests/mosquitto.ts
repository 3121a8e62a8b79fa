import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why a broker cannot be tried here; `false` if it can. */
export const noMosquitto: string | false = spawnSync('mosquitto', ['-h']).error
  ? 'needs mosquitto (apt-get install mosquitto)'
  : false;

/** A broker of one's own on loopback. */
export class Mosquitto {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  readonly #lines: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, lines: readonly string[]) {
    this.port = port;
    this.#lines = lines;
  }

  static async start(lines: readonly string[] = []): Promise<Mosquitto> {
    const broker = new Mosquitto(await freePort(), lines);
    await broker.start();
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const file = join(this.#folder, 'mosquitto.conf');
    const listener = [`listener ${this.port} 127.0.0.1`, 'allow_anonymous true', 'persistence false', 'user root'];
    writeFileSync(file, `${[...listener, ...this.#lines].join('\n')}\n`);
    this.#process = spawn('mosquitto', ['-c', file], { stdio: 'ignore' });
    await accepting(this.port);
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    const process = this.#process;
    if (process === undefined || process.exitCode !== null) return;
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await gone;
    this.#process = undefined;
  }

  /** Lets it stand still without closing a connection. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Resolves once somebody listens on the port. */
const accepting = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = dial(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`nobody listens on ${port}`);
};
