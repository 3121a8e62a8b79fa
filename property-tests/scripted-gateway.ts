import { encodeCemi } from '../hardware/knx/frame/cemi.ts';
import { routeBack } from '../hardware/knx/frame/endpoint.ts';
import type { Frame } from '../hardware/knx/frame/frame.ts';
import type { LinkTelegram, Telegram } from '../hardware/knx/frame/telegram.ts';
import type { OpenWire, Wire, WireEvents } from '../hardware/knx/tunnel/wire.ts';

/** A gateway that says what the test says, at the other end of wires that take no time. */
export class ScriptedGateway {
  /** What was sent to it, oldest first, over all wires. */
  readonly sent: Frame[] = [];
  readonly wires: ScriptedWire[] = [];
  readonly reliable: boolean;
  /** What it does with each frame; nothing unless a test says so. */
  answer: (frame: Frame, wire: ScriptedWire) => void = () => {};

  constructor({ reliable = false } = {}) {
    this.reliable = reliable;
  }

  readonly open: OpenWire = (_, events) => {
    const wire = new ScriptedWire(this, events);
    this.wires.push(wire);
    return wire;
  };

  /** The present wire. */
  get wire(): ScriptedWire {
    const wire = this.wires.at(-1);
    if (wire === undefined) throw new Error('nobody has opened a wire');
    return wire;
  }

  /** Frames of one service. */
  sentAs<Name extends Frame['is']>(is: Name): Extract<Frame, { readonly is: Name }>[] {
    return this.sent.filter((frame): frame is Extract<Frame, { readonly is: Name }> => frame.is === is);
  }
}

export class ScriptedWire implements Wire {
  readonly reliable: boolean;
  readonly own;
  readonly events: WireEvents;
  port = 0;
  isClosed = false;
  readonly #gateway: ScriptedGateway;

  constructor(gateway: ScriptedGateway, events: WireEvents) {
    this.#gateway = gateway;
    this.events = events;
    this.reliable = gateway.reliable;
    this.own = routeBack(gateway.reliable ? 'tcp' : 'udp');
  }

  send(frame: Frame): void {
    if (this.isClosed) return;
    this.#gateway.sent.push(frame);
    this.#gateway.answer(frame, this);
  }

  tunnelTo(port: number): void {
    this.port = port;
  }

  close(): void {
    this.isClosed = true;
  }

  /** Says something, unless nobody is there any more. */
  say(frame: Frame): void {
    if (!this.isClosed) this.events.frame(frame);
  }
}

/** Lets in at channel 7 and confirms everything at once, as a good gateway does. */
export const goodGateway = (): ((frame: Frame, wire: ScriptedWire) => void) => {
  let sequence = 0;
  return (frame, wire) => {
    if (frame.is === 'connect-request') {
      sequence = 0;
      wire.say(letIn());
    } else if (frame.is === 'connection-state-request') {
      wire.say({ is: 'connection-state-response', channel: frame.channel, status: 0 });
    } else if (frame.is === 'disconnect-request') {
      wire.say({ is: 'disconnect-response', channel: frame.channel, status: 0 });
    } else if (frame.is === 'tunnelling-request') {
      wire.say({ is: 'tunnelling-ack', channel: frame.channel, sequence: frame.sequence, status: 0 });
      wire.say({
        is: 'tunnelling-request',
        channel: 7,
        sequence,
        cemi: Uint8Array.of(0x2e, ...frame.cemi.subarray(1)),
      });
      sequence = (sequence + 1) & 255;
    }
  };
};

export const letIn = (channel = 7): Frame => ({
  is: 'connect-response',
  channel,
  status: 0,
  tunnel: { data: { protocol: 'udp', host: '10.0.0.9', port: 4_000 }, address: 0x1105 },
});

/** A telegram in the words of the bus. */
export const fromBus = (
  sequence: number,
  telegram: Telegram,
  message: LinkTelegram['message'] = 'indication',
  { failed = false, channel = 7 } = {},
): Frame => ({
  is: 'tunnelling-request',
  channel,
  sequence,
  cemi: encodeCemi({ message, source: 0x1105, telegram, failed }),
});
