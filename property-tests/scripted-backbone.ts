import type { Frame } from '../hardware/knx/frame/frame.ts';
import type { MulticastEvents, MulticastWire, OpenMulticast } from '../hardware/knx/routing/multicast-wire.ts';
import { RoutingLink } from '../hardware/knx/routing/routing-link.ts';
import { type Instant, VirtualClock } from '../twin/index.ts';

/** A network that is there or not, as a test says. */
export class ScriptedBackbone {
  readonly sent: Frame[] = [];
  readonly wires: ScriptedMulticastWire[] = [];
  /** Why it cannot be joined, or is lost; `null`: it is there. */
  trouble: string | null = null;

  readonly open: OpenMulticast = (_, events) => {
    const wire = new ScriptedMulticastWire(this, events);
    this.wires.push(wire);
    return wire;
  };

  /** The present wire. */
  get wire(): ScriptedMulticastWire {
    const wire = this.wires.at(-1);
    if (wire === undefined) throw new Error('nobody has opened a wire');
    return wire;
  }
}

export class ScriptedMulticastWire implements MulticastWire {
  readonly events: MulticastEvents;
  isClosed = false;
  readonly #backbone: ScriptedBackbone;

  constructor(backbone: ScriptedBackbone, events: MulticastEvents) {
    this.#backbone = backbone;
    this.events = events;
  }

  /** What comes of opening it, a moment later as with a socket. */
  settle(): void {
    if (this.isClosed) return;
    const { trouble } = this.#backbone;
    if (trouble === null) this.events.joined('eth0', '10.0.0.3');
    else this.#fail(trouble);
  }

  send(frame: Frame, done: (reason: string | null) => void): void {
    const { trouble } = this.#backbone;
    if (trouble === null) this.#backbone.sent.push(frame);
    done(trouble);
  }

  look(): void {
    const { trouble } = this.#backbone;
    if (!this.isClosed && trouble !== null) this.#fail(trouble);
  }

  close(): void {
    this.isClosed = true;
  }

  #fail(reason: string): void {
    this.isClosed = true;
    this.events.failed(reason);
  }
}

/** A link at 1.1.250 to routers that say what the test says. */
export const amongRouters = () => {
  const clock = new VirtualClock(0 as Instant);
  const backbone = new ScriptedBackbone();
  const heard: string[] = [];
  const said: string[] = [];
  const link = new RoutingLink({
    backbone: { multicast: '224.0.23.12', port: 3_671 },
    address: 0x11fa,
    open: (...args) => {
      const wire = backbone.open(...args) as ScriptedMulticastWire;
      clock.after(1 as never).subscribe(() => wire.settle());
      return wire;
    },
    clock,
    chance: () => 0,
    up: () => heard.push('up'),
    down: () => heard.push('down'),
    telegram: ({ telegram }) => {
      const data = telegram.service === 'read' ? '' : ` ${Buffer.from(telegram.payload.data).toString('hex')}`;
      heard.push(`${telegram.service} ${telegram.group}${data}`);
    },
    say: (line) => said.push(line),
  });
  const pass = (seconds: number) => clock.advanceTo((clock.now() + seconds * 1_000) as Instant);
  return { clock, backbone, heard, said, link, pass };
};
