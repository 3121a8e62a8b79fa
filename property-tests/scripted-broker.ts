import { createServer, type Server, type Socket } from 'node:net';

/** One packet of a client, as it came: its type (MQTT 3.1.1, section 2.2.1), and what follows the length. */
export interface HeardPacket {
  readonly type: 'connect' | 'publish' | 'subscribe' | 'unsubscribe' | 'pingreq' | 'disconnect' | 'other';
  readonly body: Buffer;
}

/** A broker that does what a test says, packet by packet, in bytes. It speaks no library's dialect. */
export class ScriptedBroker {
  /** One entry per connection. */
  readonly sockets: Socket[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(
    hears: (packet: HeardPacket, socket: Socket, connection: number) => void,
  ): Promise<ScriptedBroker> {
    const server = createServer();
    const broker = new ScriptedBroker(server);
    server.on('connection', (socket) => {
      const connection = broker.sockets.push(socket);
      let rest = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        rest = Buffer.concat([rest, bytes]);
        for (let next = packetIn(rest); next !== undefined; next = packetIn(rest)) {
          rest = rest.subarray(next.size);
          hears(next.packet, socket, connection);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  async end(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Says yes to a connection (0), or what is wrong with it. */
export const connack = (code = 0): Buffer => Buffer.from([0x20, 2, 0, code]);

/** The topics that a packet asks for, or leaves. */
export const topicsIn = ({ type, body }: HeardPacket): readonly string[] => {
  const topics: string[] = [];
  for (let at = 2; at < body.length; ) {
    const length = body.readUInt16BE(at);
    topics.push(body.toString('utf8', at + 2, at + 2 + length));
    at += length + (type === 'subscribe' ? 3 : 2);
  }
  return topics;
};

/** Grants each topic of a subscription what `grant` says of it: 0 to 2, or 0x80 for no. */
export const suback = (packet: HeardPacket, grant: (topic: string) => number = () => 1): Buffer => {
  const grants = topicsIn(packet).map(grant);
  return Buffer.concat([Buffer.from([0x90, 2 + grants.length]), packet.body.subarray(0, 2), Buffer.from(grants)]);
};

/** Says that what a packet leaves is left. */
export const unsuback = ({ body }: HeardPacket): Buffer => Buffer.concat([Buffer.from([0xb0, 2]), body.subarray(0, 2)]);

/** A message of at most 127 bytes; `kept`: it is told because its topic was asked for. */
export const message = (topic: string, payload: string, kept = false): Buffer => {
  const body = Buffer.concat([Buffer.from([0, topic.length]), Buffer.from(topic), Buffer.from(payload)]);
  return Buffer.concat([Buffer.from([kept ? 0x31 : 0x30, body.length]), body]);
};

export const pingresp = (): Buffer => Buffer.from([0xd0, 0]);

const TYPES: { readonly [type: number]: HeardPacket['type'] } = {
  1: 'connect',
  3: 'publish',
  8: 'subscribe',
  10: 'unsubscribe',
  12: 'pingreq',
  14: 'disconnect',
};

const packetIn = (bytes: Buffer): { readonly packet: HeardPacket; readonly size: number } | undefined => {
  let length = 0;
  for (let at = 1; at < Math.min(bytes.length, 5); at += 1) {
    const byte = bytes[at] ?? 0;
    length += (byte & 0x7f) * 128 ** (at - 1);
    if ((byte & 0x80) !== 0) continue;
    const size = at + 1 + length;
    if (bytes.length < size) return undefined;
    const type = TYPES[(bytes[0] ?? 0) >> 4] ?? 'other';
    return { packet: { type, body: bytes.subarray(at + 1, size) }, size };
  }
  return undefined;
};
