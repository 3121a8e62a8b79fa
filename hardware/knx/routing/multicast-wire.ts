import { createSocket, type Socket } from 'node:dgram';
import { decodeFrame, encodeFrame, type Frame } from '../frame/frame.ts';
import { inWords, type OwnNetwork, ownNetworks } from './own-network.ts';

/** Where routers talk to each other. */
export interface Backbone {
  /** A multicast address. */
  readonly multicast: string;
  readonly port: number;
  /** Name or IPv4 address of the interface that leads there; left out: the one that the machine would take. */
  readonly interface?: string | undefined;
}

export interface MulticastEvents {
  /** Frames can be sent and are heard from now on. Once. */
  joined(interfaceName: string, address: string): void;
  /** What somebody said, with the address that it came from; what is malformed, or of another network of this machine, is not told. */
  frame(frame: Frame, from: string): void;
  /** It cannot be joined, or has ended; nothing follows. Once. */
  failed(reason: string): void;
}

/** Carries frames to everybody who listens at a multicast address, and back. */
export interface MulticastWire {
  /** `done` is told once why it could not be sent, or `null`. */
  send(frame: Frame, done: (reason: string | null) => void): void;
  /** Looks whether frames still come and go; tells that it has failed if not. */
  look(): void;
  /** Nothing is told afterwards, except what became of frames under way. */
  close(): void;
}

export type OpenMulticast = (backbone: Backbone, events: MulticastEvents) => MulticastWire;

/** How many times a datagram may be passed on between networks, as the standard has it unless told otherwise. */
const HOPS = 16;

export const openMulticastWire: OpenMulticast = (backbone, events) => new UdpMulticastWire(backbone, events);

class UdpMulticastWire implements MulticastWire {
  readonly #backbone: Backbone;
  readonly #events: MulticastEvents;
  /** Bound to the multicast address, so that nothing is heard that was sent to this machine alone. */
  readonly #socket: Socket = createSocket({ type: 'udp4', reuseAddr: true });
  /** Asks the machine which of its addresses leads there. */
  #probe: Socket | null = null;
  #own: OwnNetwork | null = null;
  #others: readonly OwnNetwork[] = [];
  #closed = false;

  constructor(backbone: Backbone, events: MulticastEvents) {
    this.#backbone = backbone;
    this.#events = events;
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#fail(inPlain(error)));
    this.#socket.on('message', (data, { address }) => this.#heard(data, address));
    // As with every socket, what comes of it is told a moment later.
    if (backbone.interface === undefined) this.#ask();
    else this.#bind(backbone.interface);
  }

  send(frame: Frame, done: (reason: string | null) => void): void {
    if (this.#closed || this.#own === null) {
      done('the network was left');
      return;
    }
    const { multicast, port } = this.#backbone;
    this.#socket.send(encodeFrame(frame), port, multicast, (error) => done(error === null ? null : inPlain(error)));
  }

  look(): void {
    const own = this.#own;
    if (this.#closed || own === null) return;
    const networks = ownNetworks();
    if (!networks.some(({ name, address }) => name === own.name && address === own.address)) {
      this.#fail(`${own.name} (${own.address}) is gone`);
      return;
    }
    this.#others = networks.filter(({ name }) => name !== own.name);
    try {
      this.#socket.addMembership(this.#backbone.multicast, own.address);
    } catch (error) {
      // Who is a member cannot become one: that is as it should be.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') this.#fail(inPlain(error as Error));
      return;
    }
    this.#fail(`${own.name} was taken away for a moment`);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#probe?.close();
    this.#probe = null;
    this.#socket.close();
  }

  #ask(): void {
    const { multicast, port } = this.#backbone;
    const probe = createSocket('udp4');
    this.#probe = probe;
    const fail = () => this.#fail(`no network leads to ${multicast}; name one with interface`);
    probe.on('error', fail);
    probe.connect(port, multicast, () => {
      if (this.#closed) return;
      const { address } = probe.address();
      probe.close();
      this.#probe = null;
      this.#bind(address);
    });
  }

  #bind(wanted: string): void {
    const { multicast, port } = this.#backbone;
    this.#socket.bind({ port, address: multicast }, () => {
      if (this.#closed) return;
      const networks = ownNetworks();
      const own = networks.find(({ name, address }) => name === wanted || address === wanted);
      if (own === undefined) {
        this.#fail(`there is no interface ${wanted} that is up; there are: ${inWords(networks)}`);
        return;
      }
      try {
        this.#socket.addMembership(multicast, own.address);
        this.#socket.setMulticastInterface(own.address);
        this.#socket.setMulticastTTL(HOPS);
      } catch (error) {
        this.#fail(inPlain(error as Error));
        return;
      }
      this.#own = own;
      this.#others = networks.filter(({ name }) => name !== own.name);
      this.#events.joined(own.name, own.address);
    });
  }

  /** The machine gives a socket what comes from any of its networks. */
  #heard(data: Uint8Array, from: string): void {
    if (this.#closed || this.#own === null) return;
    if (!this.#own.holds(from) && this.#others.some((other) => other.holds(from))) return;
    const frame = decodeFrame(data);
    if (frame !== null) this.#events.frame(frame, from);
  }

  #fail(reason: string): void {
    if (this.#closed) return;
    this.close();
    this.#events.failed(reason);
  }
}

const TEXTS: { readonly [code: string]: string } = {
  EADDRINUSE: 'another program holds the port for itself alone',
  ENODEV: 'the interface is not there',
  ENETUNREACH: 'no network leads there',
  ENETDOWN: 'the network is down',
  EACCES: 'this program has no leave to use the port',
  EPERM: 'a firewall forbids it',
};

const inPlain = (error: NodeJS.ErrnoException): string => TEXTS[error.code ?? ''] ?? error.code ?? error.message;
