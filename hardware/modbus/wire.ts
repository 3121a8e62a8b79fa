/** What a line is told by what it is connected with. */
export interface WireEvents {
  /** Bytes can be sent from now on. */
  opened(): unknown;
  received(bytes: Buffer): unknown;
  /** It is over, or never came to be; told once. */
  ended(reason: string): unknown;
}

/** A connection that carries bytes; whoever opened it closes it. After that it says nothing more. */
export interface Wire {
  send(bytes: Buffer): void;
  close(): void;
}

export type OpenWire = (events: WireEvents) => Wire;
