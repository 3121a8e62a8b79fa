import { createServer, type Server, type Socket } from 'node:net';
import type { Mood, Peer } from './peer.ts';

/** Units with 64 registers each behind one Modbus TCP address; what is written to a register stands in it. */
export class ModbusDevice implements Peer {
  readonly name = 'line';
  mood: Mood = 'good';
  port = 0;
  /** By unit. */
  readonly registers = new Map<number, number[]>();
  readonly #server: Server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  constructor(units: readonly number[]) {
    for (const unit of units) this.registers.set(unit, Array<number>(64).fill(0));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.port = address.port;
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket): void {
    if (this.mood === 'refusing') {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= 6 && received.length >= 6 + received.readUInt16BE(4)) {
        const length = 6 + received.readUInt16BE(4);
        this.#answer(socket, received.subarray(0, length));
        received = received.subarray(length);
      }
    });
  }

  #answer(socket: Socket, asked: Buffer): void {
    const say = (bytes: Buffer) => {
      if (!socket.destroyed) socket.write(bytes);
    };
    const right = this.#right(asked);
    switch (this.mood) {
      case 'silent':
        return;
      case 'slow':
        setTimeout(() => say(right), 700).unref();
        return;
      case 'lying': {
        // Another transaction first, then another unit, half a frame's worth of them, and then what is right.
        const [strange, other] = [Buffer.from(right), Buffer.from(right)];
        strange.writeUInt16BE((right.readUInt16BE(0) + 7) & 0xffff, 0);
        other[6] = ((right[6] ?? 0) + 3) & 0xff;
        say(Buffer.concat([strange, other, right]));
        return;
      }
      case 'garbage':
        socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
        return;
      case 'refusing': {
        const refusal = Buffer.concat([right.subarray(0, 8), Buffer.of(4)]);
        refusal[7] = (asked[7] ?? 0) | 0x80;
        refusal.writeUInt16BE(3, 4);
        say(refusal);
        return;
      }
      default:
        say(right);
    }
  }

  #right(asked: Buffer): Buffer {
    const [unit = 0, code = 0] = asked.subarray(6);
    const [start, word] = [asked.readUInt16BE(8), asked.readUInt16BE(10)];
    const registers = this.registers.get(unit) ?? [];
    if (code === 6) {
      if (this.mood !== 'silent') registers[start] = word;
      return asked;
    }
    const data = Buffer.alloc(2 * word);
    for (let index = 0; index < word; index += 1) data.writeUInt16BE(registers[start + index] ?? 0, 2 * index);
    const head = Buffer.from([asked[0] ?? 0, asked[1] ?? 0, 0, 0, 0, 3 + data.length, unit, code, data.length]);
    return Buffer.concat([head, data]);
  }
}
