import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { type Endpoint, routeBack } from '../frame/endpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from '../frame/frame.ts';
import type { Gateway, OpenWire, Wire, WireEvents } from './wire.ts';

interface UdpOptions {
  /** Lets the gateway answer to wherever frames come from, as is needed behind address translation. */
  readonly routeBack: boolean;
}

/** Wires over UDP, each with a port of its own. */
export const openUdpWire =
  (options: UdpOptions): OpenWire =>
  (gateway, events) =>
    new UdpWire(gateway, events, options);

class UdpWire implements Wire {
  readonly reliable = false;
  own: Endpoint = routeBack('udp');
  readonly #gateway: Gateway;
  readonly #events: WireEvents;
  readonly #options: UdpOptions;
  readonly #socket: Socket = createSocket('udp4');
  /** Asks the machine which of its addresses leads to the gateway. */
  #probe: Socket | null = null;
  #host = '';
  #tunnelPort: number;
  #closed = false;

  constructor(gateway: Gateway, events: WireEvents, options: UdpOptions) {
    this.#gateway = gateway;
    this.#events = events;
    this.#options = options;
    this.#tunnelPort = gateway.port;
    this.#socket.on('error', (error) => this.#fail(error.message));
    this.#socket.on('message', (data, { address }) => {
      if (this.#closed || address !== this.#host) return;
      const frame = decodeFrame(data);
      if (frame !== null) this.#events.frame(frame);
    });
    lookup(gateway.host, { family: 4 }, (error, address) => {
      if (this.#closed) return;
      this.#host = address;
      if (error === null) this.#open();
      else this.#fail(`${gateway.host} has no address (${error.code ?? error.message})`);
    });
  }

  send(frame: Frame): void {
    if (this.#closed) return;
    const port = frame.is.startsWith('tunnelling') ? this.#tunnelPort : this.#gateway.port;
    // What cannot be sent now is missed by whoever waits for the answer.
    this.#socket.send(encodeFrame(frame), port, this.#host, () => {});
  }

  tunnelTo(port: number): void {
    this.#tunnelPort = port;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#probe?.close();
    this.#probe = null;
    this.#socket.close();
  }

  #open(): void {
    if (this.#options.routeBack) {
      this.#bind(undefined);
      return;
    }
    const probe = createSocket('udp4');
    this.#probe = probe;
    probe.on('error', (error) => this.#fail(error.message));
    probe.connect(this.#gateway.port, this.#host, () => {
      if (this.#closed) return;
      const { address } = probe.address();
      probe.close();
      this.#probe = null;
      this.#bind(address);
    });
  }

  #bind(host: string | undefined): void {
    this.#socket.bind({ port: 0, ...(host === undefined ? {} : { address: host }) }, () => {
      if (this.#closed) return;
      if (host !== undefined) this.own = { protocol: 'udp', host, port: this.#socket.address().port };
      this.#events.opened();
    });
  }

  #fail(reason: string): void {
    if (this.#closed) return;
    this.close();
    this.#events.failed(reason);
  }
}
