import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

const PYTHON = '/usr/bin/python3';

/** Why there is no pymodbus on this machine; `false` if there is. */
export const missingPymodbus = (): string | false => {
  const says = 'needs pymodbus (Debian: python3-pymodbus python3-serial python3-serial-asyncio)';
  if (!existsSync(PYTHON)) return says;
  try {
    execFileSync(PYTHON, ['-c', 'import pymodbus, serial, serial_asyncio'], { stdio: 'ignore' });
    return false;
  } catch {
    return says;
  }
};

/** Why a program is not on this machine; `false` if it is. */
export const missingProgram = (name: string): string | false => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return false;
  } catch {
    return `needs ${name} (Debian: ${name})`;
  }
};

/** Units with their tables; what is not named does not exist. */
export type Contents = {
  readonly [unit: number]: { readonly [table in 'hr' | 'ir' | 'co' | 'di']?: { readonly [address: number]: number } };
};

/** A server of pymodbus, a program that shares nothing with ours. */
export interface Pymodbus {
  readonly process: ChildProcess;
  /** Changes registers or bits. */
  set(unit: number, table: 'hr' | 'ir' | 'co' | 'di', address: number, values: readonly number[]): Promise<void>;
  get(unit: number, table: 'hr' | 'ir' | 'co' | 'di', address: number): Promise<number>;
  /** How many requests it was asked, by "unit function address count". */
  asked(): Promise<{ readonly [request: string]: number }>;
  kill(): Promise<void>;
}

/** Where it listens: a TCP port (with RTU frames or without), or a serial line. */
export type Where = { readonly tcp: number } | { readonly rtuOverTcp: number } | { readonly serial: string };

const SERVER = `
import asyncio, json, sys
from pymodbus.datastore import ModbusSparseDataBlock, ModbusSlaveContext, ModbusServerContext
from pymodbus.server.async_io import StartAsyncTcpServer, StartAsyncSerialServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer
where, contents = json.loads(sys.argv[1]), json.loads(sys.argv[2])
asked = {}
class Slave(ModbusSlaveContext):
    def validate(self, code, address, count=1):
        key = f"{self.unit} {code} {address} {count}"
        asked[key] = asked.get(key, 0) + 1
        return super().validate(code, address, count)
def block(values):
    return ModbusSparseDataBlock({int(k): v for k, v in values.items()} or {65535: 0})
def slave(unit, tables):
    made = Slave(zero_mode=True, **{t: block(tables.get(t, {})) for t in ('hr', 'ir', 'co', 'di')})
    made.unit = unit
    return made
slaves = {int(u): slave(int(u), t) for u, t in contents.items()}
context = ModbusServerContext(slaves=slaves, single=False)
def command():
    line = sys.stdin.readline()
    if not line: return
    what, *rest = json.loads(line)
    if what == 'set':
        unit, table, address, values = rest
        slaves[unit].store[table[0]].setValues(address, values)
        answer = None
    elif what == 'get':
        unit, table, address = rest
        answer = int(slaves[unit].store[table[0]].getValues(address, 1)[0])
    else:
        answer = asked
    print(json.dumps(answer), flush=True)
async def main():
    asyncio.get_running_loop().add_reader(sys.stdin, command)
    options = dict(context=context, ignore_missing_slaves=True)
    if 'serial' in where:
        server = StartAsyncSerialServer(framer=ModbusRtuFramer, port=where['serial'], baudrate=115200, timeout=0.005, **options)
    else:
        framer = ModbusRtuFramer if 'rtuOverTcp' in where else ModbusSocketFramer
        port = where.get('rtuOverTcp') or where['tcp']
        server = StartAsyncTcpServer(framer=framer, address=('127.0.0.1', port), allow_reuse_address=True, **options)
    task = asyncio.ensure_future(server)
    await asyncio.sleep(0.1)
    print('"ready"', flush=True)
    await task
asyncio.run(main())
`;

/** Starts a server and waits until it listens. */
export async function startPymodbus(where: Where, contents: Contents): Promise<Pymodbus> {
  const child = spawn(PYTHON, ['-c', SERVER, JSON.stringify(where), JSON.stringify(contents)]);
  const waiting: ((answer: unknown) => void)[] = [];
  let rest = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-2_000);
  });
  child.stdout.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) waiting.shift()?.(JSON.parse(line));
  });
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      waiting.push(resolve);
      child.once('exit', () => reject(new Error(`pymodbus ended: ${errors}`)));
    });
  const ask = (...command: readonly unknown[]) => {
    const answered = answer();
    child.stdin.write(`${JSON.stringify(command)}\n`);
    return answered;
  };
  await answer();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    set: async (unit, table, address, values) => void (await ask('set', unit, table, address, values)),
    get: async (unit, table, address) => (await ask('get', unit, table, address)) as number,
    asked: async () => (await ask('asked')) as { readonly [request: string]: number },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A TCP port that nobody listens on at this moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Two ends of a serial line that is none, made by socat. */
export async function serialPair(folder: string): Promise<{ ends: readonly [string, string]; kill(): Promise<void> }> {
  const ends = [`${folder}/a`, `${folder}/b`] as const;
  const child = spawn(
    'socat',
    ends.map((end) => `pty,rawer,link=${end}`),
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; tries < 200 && !ends.every((end) => existsSync(end)); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    ends,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
