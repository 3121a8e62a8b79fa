import type { Framing } from './framing.ts';
import { LIMITS } from './limits.ts';
import { EXCEPTION_LENGTH, type Reply, type Request, readReply, replyLength, requestPdu } from './pdu.ts';

/** Modbus RTU (Modbus over Serial Line 1.02, 2.5.1): unit, data and a checksum, with nothing that tells one answer from another. */
export class RtuFraming implements Framing {
  readonly anonymous = true;
  #waiting: { readonly unit: number; readonly request: Request } | null = null;
  #received = Buffer.alloc(0);

  ask(unit: number, request: Request): Buffer {
    this.#waiting = { unit, request };
    this.#received = Buffer.alloc(0);
    const frame = Buffer.concat([Buffer.of(unit), requestPdu(request), Buffer.alloc(2)]);
    frame.writeUInt16LE(crc16(frame.subarray(0, -2)), frame.length - 2);
    return frame;
  }

  take(bytes: Buffer): Reply | null {
    if (this.#waiting === null) return null;
    const all = Buffer.concat([this.#received, bytes]);
    const reply = this.#find(all, this.#waiting.unit, this.#waiting.request);
    this.#received = all.subarray(-LIMITS.bytesKept.value);
    return reply;
  }

  forget(): void {
    this.#waiting = null;
    this.#received = Buffer.alloc(0);
  }

  /** Noise may precede an answer: where line drivers switch, a stray byte is common. The checksum tells which is which. */
  #find(all: Buffer, unit: number, request: Request): Reply | null {
    for (const length of [replyLength(request), EXCEPTION_LENGTH]) {
      for (let start = 0; start + length + 3 <= all.length; start += 1) {
        if (all[start] !== unit) continue;
        const frame = all.subarray(start, start + length + 3);
        const reply = readReply(request, frame.subarray(1, -2));
        if (reply !== null && frame.readUInt16LE(frame.length - 2) === crc16(frame.subarray(0, -2))) return reply;
      }
    }
    return null;
  }
}

/** Modbus over Serial Line 1.02, 6.2.2: polynomial 0xA001, beginning with 0xFFFF. */
export function crc16(bytes: Buffer): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
