import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const PORT = 3_671;

/** Somebody at a multicast address of routers who says and hears bytes: not a frame of ours is involved. */
export class RoutingVoice {
  /** Every datagram so far, in hexadecimal, oldest first; one's own as well. */
  readonly heard: string[] = [];
  readonly #socket: Socket;
  readonly #multicast: string;

  private constructor(socket: Socket, multicast: string) {
    this.#socket = socket;
    this.#multicast = multicast;
    socket.on('message', (data) => this.heard.push(data.toString('hex')));
  }

  /** `own`: the address of this machine in the network that leads there. */
  static async join(multicast: string, own: string): Promise<RoutingVoice> {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.bind(PORT, multicast);
    await once(socket, 'listening');
    socket.addMembership(multicast, own);
    socket.setMulticastInterface(own);
    return new RoutingVoice(socket, multicast);
  }

  say(hex: string): void {
    this.#socket.send(Buffer.from(hex.replaceAll(' ', ''), 'hex'), PORT, this.#multicast, () => {});
  }

  /** A group write of up to six bits, from 1.0.99. */
  write(group: string, value: number): void {
    const [main = 0, middle = 0, sub = 0] = group.split('/').map(Number);
    const address = Buffer.from([(main << 3) | middle, sub]).toString('hex');
    this.say(`0610 0530 0011 2900 bce0 1063 ${address} 01 00 ${(0x80 | value).toString(16)}`);
  }

  /** A router asks everybody, or those of a mask, for milliseconds of silence. */
  busy(wait: number, mask = 0): void {
    this.say(`0610 0532 000c 06 00 ${four(wait)} ${four(mask)}`);
  }

  /** A router has lost telegrams. */
  lost(count: number): void {
    this.say(`0610 0531 000a 04 00 ${four(count)}`);
  }

  leave(): void {
    this.#socket.close();
  }
}

const four = (word: number): string => word.toString(16).padStart(4, '0');
