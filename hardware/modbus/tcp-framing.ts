import type { Framing } from './framing.ts';
import { type Reply, type Request, readReply, requestPdu } from './pdu.ts';

/** Transaction, protocol, length; the unit that follows is counted in the length. */
const HEADER = 6;
/** Unit and the longest data that the specification allows. */
const LONGEST = 254;

/** Modbus TCP (Modbus Messaging on TCP/IP 1.0b, 3.1.3): each answer carries the number of its request. */
export class TcpFraming implements Framing {
  readonly anonymous = false;
  #transaction = 0;
  #waiting: { readonly unit: number; readonly request: Request } | null = null;
  #received = Buffer.alloc(0);

  ask(unit: number, request: Request): Buffer {
    this.#transaction = (this.#transaction + 1) & 0xffff;
    this.#waiting = { unit, request };
    const pdu = requestPdu(request);
    const header = Buffer.alloc(HEADER + 1);
    header.writeUInt16BE(this.#transaction, 0);
    header.writeUInt16BE(pdu.length + 1, 4);
    header[HEADER] = unit;
    return Buffer.concat([header, pdu]);
  }

  take(bytes: Buffer): Reply | 'broken' | null {
    this.#received = Buffer.concat([this.#received, bytes]);
    let reply: Reply | null = null;
    while (this.#received.length >= HEADER) {
      const length = this.#received.readUInt16BE(4);
      if (this.#received.readUInt16BE(2) !== 0 || length < 2 || length > LONGEST) return 'broken';
      if (this.#received.length < HEADER + length) break;
      reply ??= this.#reply(this.#received.subarray(0, HEADER + length));
      this.#received = this.#received.subarray(HEADER + length);
    }
    return reply;
  }

  forget(): void {
    this.#waiting = null;
  }

  #reply(frame: Buffer): Reply | null {
    const waiting = this.#waiting;
    if (waiting === null || frame.readUInt16BE(0) !== this.#transaction || frame[HEADER] !== waiting.unit) return null;
    return readReply(waiting.request, frame.subarray(HEADER + 1));
  }
}
