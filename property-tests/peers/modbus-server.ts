import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../../hardware/modbus/settings.ts';
import { ContainedProgram } from './contained-program.ts';
import { containerImage } from './container-image.ts';
import { freePort } from './free-port.ts';
import { type Contents, ModbusDesk } from './modbus-desk.ts';
import { missingProgram, missingPymodbus, PYTHON, Pymodbus } from './pymodbus.ts';
import type { SerialPair } from './serial-pair.ts';

/** What a server is asked on: TCP, with RTU frames or without, or the far end of a serial line. */
export type Wiring = 'tcp' | 'rtuOverTcp' | SerialPair;

/** A Modbus server of pymodbus, which shares nothing with ours. */
export interface ModbusServer extends Pick<ModbusDesk, 'fill' | 'set' | 'get' | 'asked'> {
  /** What a configuration says to reach it. */
  readonly settings: Settings;
  /** Reads from it with mbpoll, another program, that knows nothing of either; answers what that says. */
  read(...options: readonly string[]): Promise<string>;
  /** Starts it again where it was, with what it was started with. */
  start(): Promise<void>;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
  /** Lets it stand still without closing a connection. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  end(): Promise<void>;
}

const image = await containerImage('pymodbus');

/** Where servers run here, for the titles of tests. */
export const serversRun = image === undefined ? 'as a process' : 'in a container';

/** Why a server cannot be tried here; `false` if it can. */
export const noServer: string | false = image === undefined ? missingPymodbus() : false;

/** Why `read` cannot be tried here; `false` if it can. */
export const noReader: string | false = image === undefined ? missingProgram('mbpoll') : false;

const SERVER = fileURLToPath(new URL('pymodbus-server.py', import.meta.url));
const BAUD = 115_200;

/** Starts a server and waits until it listens. */
export const startModbusServer = async (wiring: Wiring, contents: Contents): Promise<ModbusServer> => {
  const pair = typeof wiring === 'string' ? undefined : wiring;
  const told = { over: pair === undefined ? wiring : 'serial', baud: BAUD, contents };
  const { program, port, desk, beside } = await (image === undefined
    ? asProcess(told, pair)
    : contained(image, told, pair));
  let at = await ModbusDesk.at(desk);
  return {
    settings: typeof wiring === 'string' ? { [wiring]: `127.0.0.1:${port}` } : { serial: wiring.ours, baud: BAUD },
    fill: (contents) => at.fill(contents),
    set: (...what) => at.set(...what),
    get: (...what) => at.get(...what),
    asked: () => at.asked(),
    read: (...options) =>
      pair === undefined
        ? program.run('mbpoll', '-m', 'tcp', '-p', `${beside.port}`, ...options, '127.0.0.1')
        : program.run('mbpoll', '-m', 'rtu', '-b', `${BAUD}`, '-P', 'none', ...options, beside.line),
    async start() {
      await program.begin();
      at = await ModbusDesk.at(desk);
    },
    kill: () => program.kill(),
    freeze: () => program.freeze(),
    thaw: () => program.thaw(),
    async end() {
      at.leave();
      await program.end();
    },
  };
};

/** A server that runs, and the ways to it. */
interface Running {
  readonly program: Pick<ContainedProgram, 'run' | 'begin' | 'kill' | 'freeze' | 'thaw' | 'end'>;
  /** Ports of this machine. */
  readonly port: number;
  readonly desk: number;
  /** Its port, and the near end of the serial line, for who runs beside it. */
  readonly beside: { readonly port: number; readonly line: string };
}

const asProcess = async (told: object, pair: SerialPair | undefined): Promise<Running> => {
  const [port, desk] = [await freePort(), await freePort()];
  const all = { ...told, host: '127.0.0.1', port, desk, device: pair?.theirs };
  const program = await Pymodbus.start([SERVER, JSON.stringify(all)], desk);
  return { program, port, desk, beside: { port, line: pair?.ours ?? '' } };
};

const FILE = '/tmp/pymodbus-server.py';
const PORT = 5020;
const DESK = 5021;
const OURS = '/dev/ours';
const THEIRS = '/dev/theirs';

const contained = async (name: string, told: object, pair: SerialPair | undefined): Promise<Running> => {
  const all = { ...told, host: '0.0.0.0', port: PORT, desk: DESK, device: THEIRS };
  const ports = pair === undefined ? [PORT, DESK] : [DESK];
  const program = await ContainedProgram.start({
    image: name,
    command: [PYTHON, FILE, JSON.stringify(all)],
    ports: ports.map((port) => ({ port, protocol: 'tcp' })),
    files: { [FILE]: readFileSync(SERVER, 'utf8') },
    devices: pair === undefined ? {} : { [OURS]: pair.ours, [THEIRS]: pair.theirs },
  });
  const port = pair === undefined ? program.hostPort(PORT) : 0;
  return { program, port, desk: program.hostPort(DESK), beside: { port: PORT, line: OURS } };
};
