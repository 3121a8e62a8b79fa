import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { decodeCemi, encodeCemi } from '../hardware/knx/frame/cemi.ts';
import { routeBack } from '../hardware/knx/frame/endpoint.ts';
import { decodeFrame, encodeFrame, type Frame, lengthOf } from '../hardware/knx/frame/frame.ts';
import type { LinkTelegram, Telegram } from '../hardware/knx/frame/telegram.ts';
import { formatGroupAddress } from '../hardware/knx/group-address.ts';

/** A KNX gateway on a port of this machine, with a bus on which the test stands for all devices. It has one tunnel. */
export class ListeningGateway {
  /** `host:port`, as settings name it. */
  readonly address: string;
  /** What was sent to the bus, oldest first, such as `read 1/0/1`. */
  readonly heard: string[] = [];
  /** Who asked for the tunnel, how often. */
  tunnels = 0;
  /** How often it was told goodbye, also while it was frozen; over TCP it reads nothing then. */
  goodbyes = 0;
  /** Called with what is sent to the bus, once it was confirmed. */
  answer: (telegram: Telegram) => void = () => {};
  readonly #end: () => void;
  #send: (frame: Frame) => void = () => {};
  #pause: () => void = () => {};
  #hangUp: () => void = () => {};
  #isFrozen = false;
  #sequence = 0;

  private constructor(address: string, end: () => void) {
    this.address = address;
    this.#end = end;
  }

  static start(protocol: 'udp' | 'tcp'): Promise<ListeningGateway> {
    return protocol === 'udp' ? ListeningGateway.#overUdp() : ListeningGateway.#overTcp();
  }

  static async #overUdp(): Promise<ListeningGateway> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const gateway = new ListeningGateway(`127.0.0.1:${socket.address().port}`, () => socket.close());
    socket.on('message', (data: Buffer, from: RemoteInfo) => {
      gateway.#send = (frame) => socket.send(encodeFrame(frame), from.port, from.address, () => {});
      gateway.#take(decodeFrame(data));
    });
    return gateway;
  }

  static async #overTcp(): Promise<ListeningGateway> {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket.on('error', () => {}));
      let rest: Buffer = Buffer.alloc(0);
      socket.on('data', (data) => {
        gateway.#send = (frame) => socket.write(encodeFrame(frame));
        gateway.#pause = () => socket.pause();
        rest = Buffer.concat([rest, data]);
        for (let length = lengthOf(rest); length > 0 && rest.length >= length; length = lengthOf(rest)) {
          gateway.#take(decodeFrame(rest.subarray(0, length)));
          rest = rest.subarray(length);
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const gateway = new ListeningGateway(`127.0.0.1:${port}`, () => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    gateway.#hangUp = () => {
      for (const socket of open) socket.destroy();
    };
    return gateway;
  }

  /** A device says something on the bus. */
  say(telegram: Telegram): void {
    this.#tell({ message: 'indication', source: 0x1105, telegram, failed: false });
  }

  /** It keeps its tunnel, reads nothing and says nothing any more, like a stopped process. */
  freeze(): void {
    this.#isFrozen = true;
    this.#pause();
  }

  /** Cuts the connections that it has (TCP), and takes new ones. */
  hangUp(): void {
    this.#hangUp();
  }

  end(): void {
    this.#end();
  }

  #take(frame: Frame | null): void {
    if (frame?.is === 'disconnect-request') this.goodbyes += 1;
    if (frame === null || this.#isFrozen) return;
    if (frame.is === 'connect-request') {
      this.tunnels += 1;
      this.#sequence = 0;
      const tunnel = { data: routeBack(frame.data.protocol), address: 0x1105 };
      this.#send({ is: 'connect-response', channel: CHANNEL, status: 0, tunnel });
    } else if (frame.is === 'connection-state-request') {
      this.#send({ is: 'connection-state-response', channel: CHANNEL, status: 0 });
    } else if (frame.is === 'disconnect-request') {
      this.#send({ is: 'disconnect-response', channel: CHANNEL, status: 0 });
    } else if (frame.is === 'tunnelling-request') {
      this.#send({ is: 'tunnelling-ack', channel: CHANNEL, sequence: frame.sequence, status: 0 });
      const link = decodeCemi(frame.cemi);
      if (link === null) return;
      this.#tell({ ...link, message: 'confirmation' });
      this.heard.push(`${link.telegram.service} ${formatGroupAddress(link.telegram.group)}`);
      this.answer(link.telegram);
    }
  }

  #tell(link: LinkTelegram): void {
    if (this.#isFrozen) return;
    const cemi = encodeCemi(link);
    this.#send({ is: 'tunnelling-request', channel: CHANNEL, sequence: this.#sequence, cemi });
    this.#sequence = (this.#sequence + 1) & 255;
  }
}

const CHANNEL = 7;
