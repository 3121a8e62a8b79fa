import type { Endpoint } from '../frame/endpoint.ts';
import type { Frame } from '../frame/frame.ts';

/** Where a gateway is: a name or an address, and its port. */
export interface Gateway {
  readonly host: string;
  readonly port: number;
}

export interface WireEvents {
  /** Frames can be sent from now on. Once. */
  opened(): void;
  /** Something that the gateway said; what is malformed, or comes from somebody else, is not told. */
  frame(frame: Frame): void;
  /** It cannot be opened, or has ended; nothing follows. Once. */
  failed(reason: string): void;
}

/** Carries frames to one gateway and back. */
export interface Wire {
  /** Frames arrive for certain and in order: they are neither acknowledged nor repeated. */
  readonly reliable: boolean;
  /** Where the gateway may answer. Known once it is open. */
  readonly own: Endpoint;
  send(frame: Frame): void;
  /** Frames of the tunnel go to this port of the gateway from now on. */
  tunnelTo(port: number): void;
  /** Nothing is told afterwards. */
  close(): void;
}

export type OpenWire = (gateway: Gateway, events: WireEvents) => Wire;
