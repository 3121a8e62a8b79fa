import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { Path } from './caller.ts';

/** How a connection came in, as access judges it. */
export interface Arrival {
  readonly path: Path;
  /** Address that failed logins are counted by: one spelling for one machine. */
  readonly source: string;
}

/** A connection is remote if its listener is, or if it comes from an address that no local network has. */
export const arrival = (listener: Path, remoteAddress: string | undefined): Arrival => {
  const source = plainAddress(remoteAddress ?? '');
  return { path: listener === 'local' && isLocal(source) ? 'local' : 'remote', source };
};

/** Whether an address is loopback, link-local or private. */
export const isLocal = (address: string): boolean => {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return localRanges().check(plain, 'ipv4');
  return isIPv6(plain) && localRanges().check(plain, 'ipv6');
};

/** Without the wrapping of IPv4 in IPv6 (`::ffff:192.0.2.1`) and without a zone (`fe80::1%eth0`). */
export const plainAddress = (address: string): string => {
  const zone = address.indexOf('%');
  const bare = zone < 0 ? address : address.slice(0, zone);
  const unwrapped = MAPPED.test(bare) ? bare.slice(7) : bare;
  return isIPv4(unwrapped) ? unwrapped : bare;
};

const MAPPED = /^::ffff:/i;

let ranges: BlockList | undefined;

/** Made at the first connection: a start has no use for it. */
const localRanges = (): BlockList => {
  if (ranges !== undefined) return ranges;
  ranges = new BlockList();
  ranges.addSubnet('127.0.0.0', 8, 'ipv4');
  ranges.addSubnet('10.0.0.0', 8, 'ipv4');
  ranges.addSubnet('172.16.0.0', 12, 'ipv4');
  ranges.addSubnet('192.168.0.0', 16, 'ipv4');
  ranges.addSubnet('169.254.0.0', 16, 'ipv4');
  ranges.addAddress('::1', 'ipv6');
  ranges.addSubnet('fe80::', 10, 'ipv6');
  ranges.addSubnet('fc00::', 7, 'ipv6');
  return ranges;
};
