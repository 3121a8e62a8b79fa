import { Encoded } from '../call.ts';

/** Types of Socket.io packets, revisions 4 and 5 of the protocol alike. */
const TYPE = { connect: 0, disconnect: 1, event: 2, ack: 3, connectError: 4, binaryEvent: 5, binaryAck: 6 } as const;

/** A packet as socket.io hands it around. */
export interface Packet {
  readonly type: number;
  readonly nsp: string;
  readonly id?: number;
  readonly data?: unknown;
}

/** Whether a packet of a client goes on to socket.io, which would end the connection for one that comes too early. */
export type Admission = (packet: Packet) => boolean;

export const isConnect = ({ type }: Packet): boolean => type === TYPE.connect;
export const isEvent = ({ type }: Packet): boolean => type === TYPE.event;
export const isDisconnect = ({ type }: Packet): boolean => type === TYPE.disconnect;

/** Stands for parameters that came as bytes: no call takes any, and no call takes a list. */
const BINARY: readonly unknown[] = [];

/** Writes packets. Nothing that the controller sends is binary, and an answer that is JSON already is not written again. */
export class PacketEncoder {
  encode({ type, nsp, id, data }: Packet): [string] {
    const head = `${type}${nsp === '/' ? '' : `${nsp},`}${id ?? ''}`;
    if (data === undefined || data === null) return [head];
    const [answer] = Array.isArray(data) ? data : [];
    return [head + (answer instanceof Encoded ? `[${answer.json.toString()}]` : JSON.stringify(data))];
  }
}

/**
 * Reads packets: `<type>[<attachments>-][<namespace>,][<id>][<JSON>]`. Throws at what is none, whereupon socket.io closes
 * the connection. Attachments are not kept: their event counts as one with parameters that no call takes.
 */
export class PacketDecoder {
  readonly #admits: Admission;
  #decoded: (packet: Packet) => void = () => undefined;
  /** Attachments that are still to come. */
  #attachments = 0;

  constructor(admits: Admission) {
    this.#admits = admits;
  }

  on(_event: 'decoded', decoded: (packet: Packet) => void): void {
    this.#decoded = decoded;
  }

  removeListener(): void {
    this.#decoded = () => undefined;
  }

  destroy(): void {
    this.removeListener();
  }

  add(frame: unknown): void {
    if (typeof frame === 'string') {
      if (this.#attachments > 0) throw new PacketFault('text among attachments');
      const packet = this.#read(frame);
      if (this.#admits(packet)) this.#decoded(packet);
      return;
    }
    if (this.#attachments === 0) throw new PacketFault('bytes that belong to nothing');
    this.#attachments -= 1;
  }

  #read(text: string): Packet {
    const [, digit = '', attachments, namespace = '/', number, json = ''] = SHAPE.exec(text) ?? [];
    const type = Number(digit);
    const isBinary = type === TYPE.binaryEvent || type === TYPE.binaryAck;
    if (digit === '' || isBinary !== (attachments !== undefined)) throw new PacketFault('no packet');
    if (isBinary) this.#attachments = Number(attachments);

    const data = json === '' ? undefined : parse(json);
    if (!fits(type, data)) throw new PacketFault('a packet that holds something else');
    const id = number === undefined ? {} : { id: Number(number) };
    if (type === TYPE.binaryAck) return { type: TYPE.ack, nsp: namespace, ...id, data };
    if (type !== TYPE.binaryEvent) return { type, nsp: namespace, ...id, ...(data === undefined ? {} : { data }) };
    return { type: TYPE.event, nsp: namespace, ...id, data: [(data as readonly unknown[])[0], BINARY] };
  }
}

/** What a client sent is not Socket.io. */
class PacketFault extends Error {
  override readonly name = 'PacketFault';
}

/** At most a thousand attachments, and numbers that JSON can hold. */
const SHAPE = /^([0-6])(?:(\d{1,3})-)?(?:(\/[^,]{0,4096})(?:,|$))?(\d{1,15})?(.*)$/s;

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    throw new PacketFault('no JSON');
  }
};

/** Names that mean something to the library itself. No call has one. */
const RESERVED: ReadonlySet<unknown> = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
]);

const fits = (type: number, data: unknown): boolean => {
  switch (type) {
    case TYPE.connect:
      return data === undefined || (typeof data === 'object' && data !== null && !Array.isArray(data));
    case TYPE.disconnect:
      return data === undefined;
    case TYPE.event:
    case TYPE.binaryEvent:
      return Array.isArray(data) && isName(data[0]);
    case TYPE.ack:
    case TYPE.binaryAck:
      return Array.isArray(data);
    default:
      // Only the controller refuses a connection.
      return false;
  }
};

const isName = (name: unknown): boolean =>
  typeof name === 'number' || (typeof name === 'string' && !RESERVED.has(name));
