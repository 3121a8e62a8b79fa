import assert from 'node:assert/strict';
import type { Answer } from '../../hardware/modbus/answer.ts';
import { Line } from '../../hardware/modbus/line.ts';
import { crc16, RtuFraming } from '../../hardware/modbus/rtu-framing.ts';
import { TcpFraming } from '../../hardware/modbus/tcp-framing.ts';
import type { WireEvents } from '../../hardware/modbus/wire.ts';
import { type Instant, later, milliseconds, VirtualClock } from '../../twin/index.ts';

/** A line on virtual time, at whose other end the test sits. */
export class LineBench {
  readonly clock = new VirtualClock(0 as Instant);
  readonly sent: Buffer[] = [];
  readonly links: boolean[] = [];
  readonly said: string[] = [];
  readonly outcomes: { readonly [what: string]: Answer } = {};
  readonly line: Line;
  opens = 0;
  closes = 0;
  events: WireEvents | undefined;

  constructor(over: 'tcp' | 'rtu' = 'rtu', retries = 0) {
    this.line = new Line({
      clock: this.clock,
      open: (events) => {
        this.opens += 1;
        this.events = events;
        const close = () => {
          this.closes += 1;
        };
        return { send: (bytes) => void this.sent.push(bytes), close };
      },
      framing: over === 'tcp' ? new TcpFraming() : new RtuFraming(),
      timeout: milliseconds(500),
      quiet: milliseconds(500),
      retries,
      pause: milliseconds(0),
      renews: over === 'tcp',
      usable: () => undefined,
      link: (up) => {
        if (this.links.at(-1) !== up) this.links.push(up);
      },
      say: (line) => this.said.push(line),
    });
  }

  opened(): this {
    this.events?.opened();
    return this;
  }

  read(what: string, start: number, unit = 1): void {
    this.#ask(what, { unit, request: { kind: 'read', table: 'holding', start, count: 1 } });
  }

  tell(what: string, start: number, value: number): void {
    const request = { kind: 'registers', start, registers: [value], several: false } as const;
    this.#ask(what, { unit: 1, request, urgent: true, key: `${start}` });
  }

  pass(time: number): void {
    this.clock.advanceTo(later(this.clock.now(), milliseconds(time)));
  }

  hear(bytes: Buffer): void {
    this.events?.received(bytes);
  }

  #ask(what: string, question: Omit<Parameters<Line['ask']>[0], 'done'>): void {
    this.line.ask({
      ...question,
      done: (answer) => {
        assert.ok(!(what in this.outcomes), `${what} ends once`);
        Object.assign(this.outcomes, { [what]: answer });
      },
    });
  }
}

/** An answer of unit 1 to the reading of one holding register, as it travels on a serial line. */
export const rtu = (value: number, unit = 1): Buffer => {
  const frame = Buffer.from([unit, 3, 2, value >> 8, value & 0xff, 0, 0]);
  frame.writeUInt16LE(crc16(frame.subarray(0, -2)), 5);
  return frame;
};

/** The same over TCP, with the number of the request. */
export const tcp = (transaction: number, value: number): Buffer =>
  Buffer.from([transaction >> 8, transaction & 0xff, 0, 0, 0, 5, 1, 3, 2, value >> 8, value & 0xff]);
