import type { BusPoint } from '../../hardware/bus.ts';
import type { Address } from '../../hardware/modbus/address.ts';
import { ModbusBackend } from '../../hardware/modbus/modbus-backend.ts';
import { crc16, RtuFraming } from '../../hardware/modbus/rtu-framing.ts';
import { TcpFraming } from '../../hardware/modbus/tcp-framing.ts';
import type { WireEvents } from '../../hardware/modbus/wire.ts';
import {
  type Cid,
  type Instant,
  kindOf,
  type Link,
  later,
  milliseconds,
  type Report,
  VirtualClock,
  type WriteOutcome,
} from '../../twin/index.ts';

/** What was asked, as the other end of a line reads it. */
export interface Asked {
  readonly transaction: number;
  readonly unit: number;
  readonly code: number;
  readonly start: number;
  /** Registers to read, or the value that is written. */
  readonly word: number;
}

/** A switch and a meter on each of some units, behind a line on virtual time; the test is the device. */
export class HostileLine {
  readonly clock = new VirtualClock(0 as Instant);
  readonly reports: Report[] = [];
  readonly links: Link[] = [];
  readonly outcomes: WriteOutcome[][] = [];
  readonly backend: ModbusBackend;
  opens = 0;
  readonly #over: 'tcp' | 'rtu';
  #events: WireEvents | undefined;
  #asked: Asked[] = [];

  constructor(over: 'tcp' | 'rtu', units: readonly number[]) {
    this.#over = over;
    this.backend = new ModbusBackend({
      name: 'line',
      clock: this.clock,
      say: () => undefined,
      points: units.flatMap((unit) => [
        point(`C${unit}0`, 'switch', 'state', { unit, holding: 5, write: true, poll: 1 }),
        point(`C${unit}1`, 'energy-meter', 'power', { unit, input: 9, type: 'int16', poll: 1 }),
      ]),
      poll: undefined,
      line: {
        open: (events) => {
          this.opens += 1;
          this.#events = events;
          return { send: (bytes) => void this.#asked.push(this.#read(bytes)), close: () => undefined };
        },
        framing: over === 'tcp' ? new TcpFraming() : new RtuFraming(),
        timeout: milliseconds(200),
        quiet: milliseconds(200),
        retries: 0,
        pause: milliseconds(0),
        renews: over === 'tcp',
      },
    });
    this.backend.reports.subscribe((report) => this.reports.push(report));
    this.backend.link.subscribe((link) => this.links.push(link));
    this.open();
  }

  open(): void {
    this.#events?.opened();
  }

  hangUp(): void {
    this.#asked = [];
    this.#events?.ended('gone');
  }

  /** The questions since the last look. */
  questions(): readonly Asked[] {
    return this.#asked.splice(0);
  }

  hear(bytes: Buffer): void {
    this.#events?.received(bytes);
  }

  pass(time: number): void {
    this.clock.advanceTo(later(this.clock.now(), milliseconds(time)));
  }

  tell(unit: number, content: number): void {
    const outcomes: WriteOutcome[] = [];
    this.outcomes.push(outcomes);
    this.backend
      .write({ cid: `C${unit}0` as Cid, property: 'state' }, content)
      .subscribe((each) => outcomes.push(each));
  }

  /** A whole frame around the data of an answer. */
  frame({ transaction, unit }: Pick<Asked, 'transaction' | 'unit'>, pdu: Buffer): Buffer {
    if (this.#over === 'rtu') {
      const frame = Buffer.concat([Buffer.of(unit), pdu, Buffer.alloc(2)]);
      frame.writeUInt16LE(crc16(frame.subarray(0, -2)), frame.length - 2);
      return frame;
    }
    const head = Buffer.from([transaction >> 8, transaction & 0xff, 0, 0, 0, pdu.length + 1, unit]);
    return Buffer.concat([head, pdu]);
  }

  /** The last state of a link that was told. */
  isUp(cid: string | null): boolean | undefined {
    return this.links.findLast((link) => link.cid === cid)?.up;
  }

  #read(bytes: Buffer): Asked {
    const at = this.#over === 'tcp' ? 6 : 0;
    return {
      transaction: this.#over === 'tcp' ? bytes.readUInt16BE(0) : 0,
      unit: bytes[at] as number,
      code: bytes[at + 1] as number,
      start: bytes.readUInt16BE(at + 2),
      word: bytes.readUInt16BE(at + 4),
    };
  }
}

/** The data of a good answer: to a reading one register of that value, to a command the command itself. */
export const answerTo = ({ code, start, word }: Asked, value: number): Buffer =>
  code === 6
    ? Buffer.from([6, start >> 8, start & 0xff, word >> 8, word & 0xff])
    : Buffer.from([code, 2, value >> 8, value & 0xff]);

const point = (cid: string, type: string, property: string, address: Address): BusPoint<Address> => {
  const kind = kindOf(type)?.properties[property];
  if (kind === undefined) throw new Error(`${type} has no ${property}`);
  return { cid: cid as Cid, property, kind, address };
};
