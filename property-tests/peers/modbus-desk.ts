import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** What a Modbus device holds: holding registers, input registers, coils, discrete inputs. */
export type ModbusTable = 'hr' | 'ir' | 'co' | 'di';

/** Units with their tables; what is not named does not exist. */
export type Contents = {
  readonly [unit: number]: { readonly [table in ModbusTable]?: { readonly [address: number]: number } };
};

/** Where a test looks at what the server `pymodbus-server.py` holds and changes it, apart from the line. */
export class ModbusDesk {
  readonly #socket: Socket;
  readonly #waiting: { readonly answered: (answer: unknown) => void; readonly failed: (error: Error) => void }[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    createInterface(socket).on('line', (line) => this.#waiting.shift()?.answered(JSON.parse(line)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { failed } of this.#waiting.splice(0)) failed(new Error('the server has gone'));
    });
  }

  /** Rejects if nobody listens. */
  static async at(port: number): Promise<ModbusDesk> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new ModbusDesk(socket);
  }

  /** From now on it holds this, and nothing was asked. */
  async fill(contents: Contents): Promise<void> {
    await this.#ask('fill', contents);
  }

  async set(unit: number, table: ModbusTable, address: number, values: readonly number[]): Promise<void> {
    await this.#ask('set', unit, table, address, values);
  }

  async get(unit: number, table: ModbusTable, address: number): Promise<number> {
    return (await this.#ask('get', unit, table, address)) as number;
  }

  /** How many requests there were since it was filled, by "unit function address count". */
  async asked(): Promise<{ readonly [request: string]: number }> {
    return (await this.#ask('asked')) as { readonly [request: string]: number };
  }

  leave(): void {
    this.#socket.destroy();
  }

  #ask(...command: readonly unknown[]): Promise<unknown> {
    return new Promise((answered, failed) => {
      this.#waiting.push({ answered, failed });
      this.#socket.write(`${JSON.stringify(command)}\n`);
    });
  }
}
