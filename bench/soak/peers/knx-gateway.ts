import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { decodeCemi, encodeCemi } from '../../../hardware/knx/frame/cemi.ts';
import { routeBack } from '../../../hardware/knx/frame/endpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../../hardware/knx/frame/frame.ts';
import type { Payload, Telegram } from '../../../hardware/knx/frame/telegram.ts';
import type { Mood, Peer } from './peer.ts';

/** From the group address of a command to that of its status. */
const TO_STATUS = 0x0400;

/** A gateway with one tunnel, and actuators behind it that answer each command on their status address. */
export class KnxGateway implements Peer {
  readonly name = 'knx';
  mood: Mood = 'good';
  port = 0;
  readonly #values = new Map<number, Payload>();
  #socket: Socket | null = null;
  #peer: RemoteInfo | null = null;
  #channel = 0;
  #sequence = 0;

  async open(): Promise<void> {
    const socket = createSocket('udp4');
    this.#socket = socket;
    socket.on('message', (bytes, from) => this.#hear(bytes, from));
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(this.port, '127.0.0.1', resolve);
    });
    socket.on('error', () => undefined);
    this.port = socket.address().port;
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    this.#peer = null;
    if (socket !== null) await new Promise<void>((resolve) => socket.close(() => resolve()));
  }

  hangUp(): void {
    if (this.#peer !== null) this.#say({ is: 'disconnect-request', channel: this.#channel, control: routeBack('udp') });
    this.#peer = null;
  }

  /** Something happens on the bus: a device says its status. */
  tell(group: number, on: boolean): void {
    this.#values.set(group, bit(on));
    this.#indicate({ service: 'write', group: group, payload: bit(on) });
  }

  #hear(bytes: Buffer, from: RemoteInfo): void {
    const frame = decodeFrame(bytes);
    if (frame === null || this.mood === 'silent') return;
    if (this.mood === 'garbage') {
      this.#socket?.send(Buffer.from('06100206ffffffff', 'hex'), from.port, from.address);
      this.#socket?.send(Buffer.alloc(64, 0x5a), from.port, from.address);
    }
    if (this.mood === 'slow') setTimeout(() => this.#answer(frame, from), 600).unref();
    else this.#answer(frame, from);
  }

  #answer(frame: Frame, from: RemoteInfo): void {
    switch (frame.is) {
      case 'connect-request': {
        if (this.mood === 'refusing') {
          this.#reply({ is: 'connect-response', channel: 0, status: 0x24, tunnel: null }, from);
          return;
        }
        this.#peer = from;
        this.#channel = (this.#channel % 250) + 1;
        this.#sequence = 0;
        const data = { protocol: 'udp', host: '127.0.0.1', port: this.port } as const;
        this.#reply(
          { is: 'connect-response', channel: this.#channel, status: 0, tunnel: { data, address: 0x1105 } },
          from,
        );
        return;
      }
      case 'connection-state-request': {
        const status = frame.channel === this.#channel ? 0 : 0x21;
        this.#reply({ is: 'connection-state-response', channel: frame.channel, status }, from);
        return;
      }
      case 'disconnect-request':
        this.#reply({ is: 'disconnect-response', channel: frame.channel, status: 0 }, from);
        this.#peer = null;
        return;
      case 'tunnelling-request':
        this.#take(frame, from);
        return;
      default:
        return;
    }
  }

  #take({ channel, sequence, cemi }: Extract<Frame, { is: 'tunnelling-request' }>, from: RemoteInfo): void {
    if (channel !== this.#channel) return;
    // One that lies acknowledges another telegram than it was sent.
    const said = this.mood === 'lying' ? (sequence + 1) & 255 : sequence;
    this.#reply({ is: 'tunnelling-ack', channel, sequence: said, status: 0 }, from);
    const message = decodeCemi(cemi);
    if (message === null || message.message !== 'request') return;
    const { telegram } = message;
    this.#send(encodeCemi({ message: 'confirmation', source: 0x1105, telegram, failed: this.mood === 'refusing' }));
    if (this.mood === 'refusing') return;
    if (telegram.service === 'read') {
      const payload = this.#values.get(telegram.group) ?? bit(false);
      this.#indicate({ service: 'response', group: telegram.group, payload });
    } else if (telegram.service === 'write') {
      const status = telegram.group + TO_STATUS;
      this.#values.set(status, telegram.payload);
      this.#indicate({ service: 'write', group: status, payload: telegram.payload });
    }
  }

  #indicate(telegram: Telegram): void {
    this.#send(encodeCemi({ message: 'indication', source: 0x1101, telegram, failed: false }));
  }

  #send(cemi: Uint8Array): void {
    if (this.#peer === null) return;
    this.#say({ is: 'tunnelling-request', channel: this.#channel, sequence: this.#sequence, cemi });
    this.#sequence = (this.#sequence + 1) & 255;
  }

  #say(frame: Frame): void {
    if (this.#peer !== null) this.#reply(frame, this.#peer);
  }

  #reply(frame: Frame, { port, address }: RemoteInfo): void {
    this.#socket?.send(encodeFrame(frame), port, address, () => undefined);
  }
}

const bit = (on: boolean): Payload => ({ short: true, data: Uint8Array.of(on ? 1 : 0) });
