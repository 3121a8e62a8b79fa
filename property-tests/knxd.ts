import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OtherMachine } from './other-machine.ts';

const present = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Why tests with a real gateway are left out, if they are. */
export const noKnxd: string | false =
  present('knxd') && present('knxtool') ? false : 'needs knxd and knxtool (apt-get install knxd knxd-tools)';

/** What passes on the bus: one telegram to a group. */
export interface BusTelegram {
  readonly service: 'read' | 'response' | 'write';
  /** In three levels. */
  readonly group: string;
  /** Bytes in hexadecimal; of a short one, its bits. */
  readonly data: string;
}

const SERVICES = ['read', 'response', 'write'] as const;

/** Nothing that a test started outlives it. */
const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** A real gateway with a bus on which there is nobody but whom a test puts there. */
export class Knxd {
  readonly port: number;
  /** Where it is a router; `null`: a gateway on this machine. */
  readonly #machine: OtherMachine | null;
  readonly #folder = mkdtempSync(join(tmpdir(), 'knxd-'));
  readonly #things: BusThing[] = [];
  #process: ChildProcess | null = null;

  private constructor(port: number, machine: OtherMachine | null) {
    this.port = port;
    this.#machine = machine;
  }

  /** Starts it as a router on another machine, at that machine's multicast address. */
  static async startRouter(machine: OtherMachine): Promise<Knxd> {
    const knxd = new Knxd(3_671, machine);
    await knxd.begin();
    return knxd;
  }

  static async start(): Promise<Knxd> {
    const probe = createSocket('udp4');
    probe.bind(0);
    await once(probe, 'listening');
    const { port } = probe.address();
    probe.close();
    const knxd = new Knxd(port, null);
    await knxd.begin();
    return knxd;
  }

  get gateway(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Starts it, again after it was killed. Resolves when it serves. */
  async begin(): Promise<void> {
    rmSync(this.#path, { force: true });
    const options = ['-e', '1.0.1', '-E', '1.0.2:8', '-u', this.#path, '-n', 'probe', '-D', '-T'];
    const machine = this.#machine;
    const child =
      machine === null
        ? spawn('knxd', [...options, '-I', 'lo', '-S', `224.0.23.12:${this.port}`, '-b', 'dummy:'], { stdio: 'ignore' })
        : machine.start('knxd', [...options, '-R', '-I', machine.cableThere, '-S', machine.multicast, '-b', 'dummy:']);
    started.add(child);
    child.once('exit', () => started.delete(child));
    this.#process = child;
    for (let tries = 0; tries < 200; tries += 1) {
      const socket = connect(this.#path);
      const [what] = await Promise.race([once(socket, 'connect').then(() => ['up']), once(socket, 'error')]).catch(
        (error) => [error],
      );
      socket.destroy();
      if (what === 'up') return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('knxd did not start within 5 seconds');
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    for (const thing of this.#things.splice(0)) thing.leave();
    const over = once(child, 'exit');
    child.kill('SIGKILL');
    await over;
  }

  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Uses the gateway's own tool, as in `tool('groupswrite', '1/1/1', '1')`. */
  async tool(command: string, ...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('knxtool', [command, `local:${this.#path}`, ...args], {
      timeout: 10_000,
    });
    return stdout;
  }

  /** Something on the bus that hears everything; `hear` may answer. */
  async thing(hear: (telegram: BusTelegram, thing: BusThing) => void = () => {}): Promise<BusThing> {
    const socket = connect(this.#path);
    await once(socket, 'connect');
    const thing = new BusThing(socket, hear);
    await thing.ready;
    this.#things.push(thing);
    return thing;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #path(): string {
    return join(this.#folder, 'k.sock');
  }
}

const OPEN_GROUPS = 0x26;
const GROUP_PACKET = 0x27;

/** Somebody on the bus, through the gateway's own socket: not a frame of ours is involved. */
export class BusThing {
  readonly ready: Promise<void>;
  readonly heard: BusTelegram[] = [];
  readonly #socket: Socket;
  #rest = Buffer.alloc(0);

  constructor(socket: Socket, hear: (telegram: BusTelegram, thing: BusThing) => void) {
    this.#socket = socket;
    socket.on('error', () => {});
    this.ready = new Promise((resolve) => {
      socket.on('data', (data) => {
        this.#rest = Buffer.concat([this.#rest, data]);
        while (this.#rest.length >= 2 && this.#rest.length >= 2 + this.#rest.readUInt16BE(0)) {
          const message = this.#rest.subarray(2, 2 + this.#rest.readUInt16BE(0));
          this.#rest = this.#rest.subarray(2 + message.length);
          if (message.readUInt16BE(0) === OPEN_GROUPS) resolve();
          if (message.readUInt16BE(0) !== GROUP_PACKET) continue;
          const telegram = telegramOf(message);
          this.heard.push(telegram);
          hear(telegram, this);
        }
      });
    });
    this.#send(OPEN_GROUPS, Buffer.from([0, 0, 0]));
  }

  /** `data` as in `BusTelegram`; with `short` its bits go into the control field. */
  say(service: BusTelegram['service'], group: string, data = '00', short = data.length === 2): void {
    const [main = 0, middle = 0, sub = 0] = group.split('/').map(Number);
    const code = SERVICES.indexOf(service) << 6;
    const bytes = Buffer.from(data, 'hex');
    const body = short ? [0, code | (bytes[0] ?? 0)] : [0, code, ...bytes];
    this.#send(GROUP_PACKET, Buffer.from([(main << 3) | middle, sub, ...body]));
  }

  leave(): void {
    this.#socket.destroy();
  }

  #send(type: number, body: Buffer): void {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(2 + body.length, 0);
    head.writeUInt16BE(type, 2);
    this.#socket.write(Buffer.concat([head, body]));
  }
}

const telegramOf = (message: Buffer): BusTelegram => {
  const group = message.readUInt16BE(4);
  const code = message[7] ?? 0;
  const data = message.length > 8 ? message.subarray(8) : Buffer.from([code & 63]);
  return {
    service: SERVICES[code >> 6] ?? 'read',
    group: `${group >> 11}/${(group >> 8) & 7}/${group & 255}`,
    data: data.toString('hex'),
  };
};
