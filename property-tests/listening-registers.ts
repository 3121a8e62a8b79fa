import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** A Modbus TCP device whose holding registers hold what was written to them, and 1 before. Every unit is the same device. */
export class ListeningRegisters {
  /** What was asked, oldest first: unit, function, address, such as `1 3 5`. */
  readonly heard: string[] = [];
  /** How often somebody connected, and left. */
  connections = 0;
  goodbyes = 0;
  readonly #registers = new Map<number, number>();
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#open.add(socket.on('error', () => {}));
      socket.on('close', () => {
        this.goodbyes += 1;
      });
      let rest: Buffer = Buffer.alloc(0);
      socket.on('data', (data) => {
        rest = Buffer.concat([rest, data]);
        while (rest.length >= 6 && rest.length >= 6 + rest.readUInt16BE(4)) {
          const length = 6 + rest.readUInt16BE(4);
          socket.write(this.#answer(rest.subarray(0, length)));
          rest = rest.subarray(length);
        }
      });
    });
  }

  static async start(): Promise<ListeningRegisters> {
    const device = new ListeningRegisters();
    device.#server.listen(0, '127.0.0.1');
    await once(device.#server, 'listening');
    return device;
  }

  /** `host:port`, as settings name it. */
  get address(): string {
    const address = this.#server.address();
    return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  end(): void {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
  }

  /** Functions 3 and 6 (Modbus Application Protocol 1.1b3); a request has its unit at 6. */
  #answer(request: Buffer): Buffer {
    const code = request.readUInt8(7);
    const start = request.readUInt16BE(8);
    const word = request.readUInt16BE(10);
    this.heard.push(`${request.readUInt8(6)} ${code} ${start}`);
    if (code === 6) {
      this.#registers.set(start, word);
      return request;
    }
    const answer = Buffer.alloc(9 + 2 * word);
    request.copy(answer, 0, 0, 8);
    answer.writeUInt16BE(3 + 2 * word, 4);
    answer.writeUInt8(2 * word, 8);
    for (let index = 0; index < word; index += 1) {
      answer.writeUInt16BE(this.#registers.get(start + index) ?? 1, 9 + 2 * index);
    }
    return answer;
  }
}
