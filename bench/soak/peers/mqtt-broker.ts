import { createServer, type Server, type Socket } from 'node:net';
import type { Mood, Peer } from './peer.ts';

/** Control packets of MQTT 3.1.1, chapter 2.2.1, as the upper half of the first byte. */
const PACKET = { connect: 1, publish: 3, subscribe: 8, ping: 12, disconnect: 14 } as const;

/** A broker for one house, and the devices behind it: a switch answers on `state/N` what is said to `set/N`. */
export class MqttBroker implements Peer {
  readonly name = 'broker';
  mood: Mood = 'good';
  port = 0;
  readonly #retained = new Map<string, string>();
  readonly #server: Server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Map<Socket, Set<string>>();

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
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  /** Says something on a topic, and to whoever comes later. */
  tell(topic: string, payload: string): void {
    this.#retained.set(topic, payload);
    if (this.mood === 'silent') return;
    for (const [socket, topics] of this.#sockets) if (topics.has(topic)) send(socket, publication(topic, payload));
  }

  #serve(socket: Socket): void {
    if (this.mood === 'refusing') {
      socket.destroy();
      return;
    }
    this.#sockets.set(socket, new Set());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      for (let packet = first(received); packet !== null; packet = first(received)) {
        received = received.subarray(packet.length);
        this.#heard(socket, packet.type, packet.flags, packet.body);
      }
    });
  }

  #heard(socket: Socket, type: number, flags: number, body: Buffer): void {
    if (this.mood === 'silent') return;
    if (this.mood === 'garbage' && type === PACKET.publish) {
      send(socket, Buffer.from('00ff00ff', 'hex'));
      return;
    }
    switch (type) {
      case PACKET.connect:
        send(socket, Buffer.of(0x20, 2, 0, 0));
        return;
      case PACKET.ping:
        send(socket, Buffer.of(0xd0, 0));
        return;
      case PACKET.disconnect:
        socket.end();
        return;
      case PACKET.subscribe:
        this.#subscribed(socket, body);
        return;
      case PACKET.publish:
        this.#published(socket, flags, body);
        return;
      default:
    }
  }

  #subscribed(socket: Socket, body: Buffer): void {
    const topics: string[] = [];
    for (let at = 2; at + 2 < body.length; ) {
      const length = body.readUInt16BE(at);
      topics.push(body.toString('utf8', at + 2, at + 2 + length));
      at += 3 + length;
    }
    send(socket, Buffer.from([0x90, 2 + topics.length, body[0] ?? 0, body[1] ?? 0, ...topics.map(() => 0)]));
    for (const topic of topics) {
      this.#sockets.get(socket)?.add(topic);
      const payload = this.#retained.get(topic);
      if (payload !== undefined) send(socket, publication(topic, payload));
    }
  }

  #published(socket: Socket, flags: number, body: Buffer): void {
    const length = body.readUInt16BE(0);
    const topic = body.toString('utf8', 2, 2 + length);
    const isAcknowledged = (flags & 6) !== 0;
    const at = 2 + length;
    if (isAcknowledged) send(socket, Buffer.from([0x40, 2, body[at] ?? 0, body[at + 1] ?? 0]));
    const payload = body.toString('utf8', isAcknowledged ? at + 2 : at);
    const number = /^set\/(\d+)$/.exec(topic)?.[1];
    if (number === undefined) return;
    const state = `state/${number}`;
    // One that lies says what nothing can be, before what is.
    if (this.mood === 'lying') this.tell(state, '{"not": "a switch"}');
    if (this.mood === 'slow') setTimeout(() => this.tell(state, payload), 700).unref();
    else this.tell(state, payload);
  }
}

const send = (socket: Socket, bytes: Buffer): void => {
  if (!socket.destroyed && socket.writable) socket.write(bytes);
};

const publication = (topic: string, payload: string): Buffer => {
  const [name, data] = [Buffer.from(topic), Buffer.from(payload)];
  const rest = 2 + name.length + data.length;
  const length = rest < 128 ? [rest] : [(rest & 127) | 128, rest >> 7];
  return Buffer.concat([Buffer.from([0x30, ...length, name.length >> 8, name.length & 255]), name, data]);
};

/** The first packet of what was received, if it is whole. MQTT 3.1.1, 2.2.3: seven bits of the length in each byte. */
const first = (
  bytes: Buffer,
): { readonly type: number; readonly flags: number; readonly body: Buffer; readonly length: number } | null => {
  let rest = 0;
  for (let at = 1; at < 5; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    rest += (byte & 127) * 128 ** (at - 1);
    if ((byte & 128) !== 0) continue;
    const length = at + 1 + rest;
    if (bytes.length < length) return null;
    const [head = 0] = bytes;
    return { type: head >> 4, flags: head & 15, body: bytes.subarray(at + 1, length), length };
  }
  return null;
};
