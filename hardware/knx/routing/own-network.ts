import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

/** A network that this machine is in, by one of its addresses. */
export interface OwnNetwork {
  /** Name of the interface, such as `eth0`. */
  readonly name: string;
  /** The machine's IPv4 address there. */
  readonly address: string;
  /** Whether another address is of the same network. */
  holds(address: string): boolean;
}

/** All networks whose interface is up and running. */
export const ownNetworks = (): readonly OwnNetwork[] =>
  Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family }) => family === 'IPv4')
      .map(({ address, cidr }) => {
        const range = new BlockList();
        range.addSubnet(address, Number(cidr?.split('/')[1] ?? 32), 'ipv4');
        return { name, address, holds: (other) => range.check(other, 'ipv4') };
      }),
  );

/** Those that a person would think of, in words: `eth0 (192.168.1.3), wlan0 (192.168.2.4)`. */
export const inWords = (networks: readonly OwnNetwork[]): string =>
  networks
    .filter(({ address }) => !address.startsWith('127.'))
    .map(({ name, address }) => `${name} (${address})`)
    .join(', ') || 'none';
