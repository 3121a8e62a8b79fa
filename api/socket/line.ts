import type { Subscription } from 'rxjs';
import { type Clock, seconds } from '../../twin/index.ts';
import type { Carrier, Engine } from './engine.ts';
import type { Handshake } from './handshake.ts';
import { SOCKET_LIMITS } from './limits.ts';
import { type Admission, isConnect, isDisconnect, isEvent, type Packet } from './packets.ts';
import { NAMESPACE } from './paths.ts';

export interface LineParts {
  readonly engine: Engine;
  readonly clock: Clock;
  /** Where slow readers are counted. */
  readonly lines: { slowReaders: number };
}

/** One client's connection below Socket.io: who is at the other end, and whether they read. */
export class Line {
  readonly handshake: Handshake;
  readonly carrier: Carrier;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #lines: LineParts['lines'];
  /** Whether the client has connected to the namespace. */
  #stage: 'apart' | 'joining' | 'joined' | 'leaving' = 'apart';
  #deadline: Subscription | undefined;
  /** Times that the client asked for a namespace that does not exist. */
  #strays = 0;
  /** Bytes that wait for the transport, and bytes that it was handed last. */
  #waiting = 0;
  #sending = 0;

  constructor(carrier: Carrier, handshake: Handshake, { engine, clock, lines }: LineParts) {
    this.carrier = carrier;
    this.handshake = handshake;
    this.#engine = engine;
    this.#clock = clock;
    this.#lines = lines;
    carrier.on('packetCreate', (packet: OutgoingPacket) => this.#count(packet));
    carrier.on('flush', () => this.#handOver());
    carrier.on('close', () => this.#deadline?.unsubscribe());
    this.#expectJoin();
  }

  /** Bytes that the client has not taken yet. */
  get unread(): number {
    return this.#waiting + (this.carrier.transport.writable ? 0 : this.#sending);
  }

  /** Whether the generation of the client is the older one. */
  get isElder(): boolean {
    return this.carrier.protocol === 3;
  }

  /**
   * What comes before the namespace was joined is lost (specification, "Socket.io connection", rule 1), and so is what
   * makes no sense there: a second connect, answers to questions that nobody asked, anything for another namespace.
   */
  readonly admits: Admission = (packet: Packet) => {
    const [namespace] = packet.nsp.split('?', 1);
    if (namespace !== NAMESPACE) return isConnect(packet) && this.#admitsStray(namespace);
    if (isConnect(packet)) return this.#admitsConnect();
    if (this.#stage !== 'joined') return false;
    if (isDisconnect(packet)) this.#stage = 'leaving';
    return isEvent(packet) || isDisconnect(packet);
  };

  joined(): void {
    this.#stage = 'joined';
    this.#deadline?.unsubscribe();
  }

  /** The client has left the namespace, but may keep the line. */
  left(): void {
    this.#stage = 'apart';
    this.#expectJoin();
  }

  /** Ends it at once. */
  cut(): void {
    this.#engine.cut(this.carrier);
  }

  /** Ends it because the client does not read. */
  giveUp(): void {
    this.#lines.slowReaders += 1;
    this.cut();
  }

  /** It will be refused, in the words of the protocol. The older clients are in the root already, whatever they ask for. */
  #admitsStray(namespace: string | undefined): boolean {
    if (this.isElder && namespace === '/') return false;
    this.#strays += 1;
    if (this.#strays <= SOCKET_LIMITS.strays.value) return true;
    this.cut();
    return false;
  }

  #admitsConnect(): boolean {
    // Who leaves and connects again in one breath would wait forever; socket.io ends the line, and the client begins anew.
    if (this.#stage === 'leaving') return true;
    if (this.#stage !== 'apart') return false;
    this.#stage = 'joining';
    return true;
  }

  #expectJoin(): void {
    this.#deadline?.unsubscribe();
    if (this.carrier.readyState !== 'open') return;
    this.#deadline = this.#clock.after(seconds(SOCKET_LIMITS.joinSeconds.value)).subscribe(() => this.cut());
  }

  #count({ data, options }: OutgoingPacket): void {
    if (this.unread > SOCKET_LIMITS.unreadBytes.value) {
      this.giveUp();
      return;
    }
    this.#waiting += PACKET_BYTES;
    // A message for many listeners was measured when it was encoded.
    if (data !== undefined) this.#waiting += options?.wsPreEncodedFrame?.[1]?.length ?? Buffer.byteLength(data);
  }

  #handOver(): void {
    this.#sending = this.#waiting;
    this.#waiting = 0;
  }
}

/** What a packet takes beside what it says: whoever asks for empty ones must not get them for nothing. */
const PACKET_BYTES = 64;

/** What engine.io announces before it sends something. */
interface OutgoingPacket {
  readonly data?: string;
  readonly options?: { readonly wsPreEncodedFrame?: readonly Buffer[] };
}
