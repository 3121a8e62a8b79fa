import { connect, type Socket } from 'node:net';
import { routeBack } from '../frame/endpoint.ts';
import { decodeFrame, encodeFrame, type Frame, HEADER_BYTES, lengthOf } from '../frame/frame.ts';
import type { OpenWire, Wire, WireEvents } from './wire.ts';

/** Longer than any frame of the services that we know. */
const LONGEST = 1_024;

/** Wires over TCP: frames follow one another in a stream, and each says how long it is. */
export const openTcpWire: OpenWire = ({ host, port }, events) => new TcpWire(connect({ host, port }), events);

class TcpWire implements Wire {
  readonly reliable = true;
  readonly own = routeBack('tcp');
  readonly #socket: Socket;
  readonly #events: WireEvents;
  #rest: Buffer = Buffer.alloc(0);
  #closed = false;

  constructor(socket: Socket, events: WireEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.setNoDelay(true);
    socket.on('connect', () => {
      if (!this.#closed) events.opened();
    });
    socket.on('data', (data) => this.#take(data));
    socket.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.code ?? error.message));
    socket.on('close', () => this.#fail('the gateway hung up'));
  }

  send(frame: Frame): void {
    if (!this.#closed) this.#socket.write(encodeFrame(frame));
  }

  tunnelTo(): void {}

  close(): void {
    this.#closed = true;
    // What was said last is still sent; whoever does not listen is left alone.
    this.#socket.end();
    this.#socket.unref();
  }

  #take(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data]);
    while (!this.#closed && this.#rest.length >= HEADER_BYTES) {
      const length = lengthOf(this.#rest);
      // A stream that lost its place cannot find it again.
      if (length === 0 || length > LONGEST) this.#fail('the gateway sends what is no frame');
      if (this.#closed || this.#rest.length < length) return;
      const frame = decodeFrame(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      if (frame !== null) this.#events.frame(frame);
    }
  }

  #fail(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.destroy();
    this.#events.failed(reason);
  }
}
