import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { Path } from './caller.ts';
import { forwardedFor } from './forwarded.ts';
import { type Arrival, arrival, plainAddress } from './local-network.ts';

/** Judges how a request came in, at a listener that stands for a path. */
export interface Arrivals {
  of(req: IncomingMessage, listener: Path): Arrival;
  /** Whether an address is a proxy, so that each request on its connections may come from somebody else. */
  isProxy(address: string | undefined): boolean;
  /** Another number once other proxies are believed: what was judged before does not count any more. Left out: they stay. */
  readonly version?: number;
}

/** Arrivals whose proxies can change while requests come in. */
export interface ChangingArrivals extends Arrivals {
  believe(proxies: readonly string[]): void;
}

/** As `createArrivals`, until others are believed. */
export const createChangingArrivals = (proxies: readonly string[] = []): ChangingArrivals => {
  let present = createArrivals(proxies);
  let version = 0;
  return {
    of: (req, listener) => present.of(req, listener),
    isProxy: (address) => present.isProxy(address),
    get version() {
      return version;
    },
    believe(others) {
      present = createArrivals(others);
      version += 1;
    },
  };
};

/** `proxies`: addresses, or ranges such as `10.0.0.0/8`, whose word is taken for whom they speak. */
export const createArrivals = (proxies: readonly string[] = []): Arrivals => {
  if (proxies.length === 0) return NO_PROXIES;
  const trusted = new BlockList();
  for (const text of proxies) {
    const range = proxyRange(text);
    if (range === undefined) throw new RangeError(`${text} is neither an address nor a range`);
    trusted.addSubnet(range.address, range.bits, range.family);
  }
  const isTrusted = (address: string): boolean => {
    if (isIPv4(address)) return trusted.check(address, 'ipv4');
    return isIPv6(address) && trusted.check(address, 'ipv6');
  };

  return {
    of({ socket, headers }, listener) {
      const direct = arrival(listener, socket.remoteAddress);
      if (!isTrusted(direct.source)) return direct;
      const chain = forwardedFor(headers);
      if (chain === undefined) return direct;
      // Somebody stands behind the proxy, and who it is cannot be told: nobody local, then.
      if (chain === null) return { path: 'remote', source: direct.source };
      return arrival(listener, chain.findLast((address) => !isTrusted(address)) ?? chain[0]);
    },
    isProxy: (address) => isTrusted(plainAddress(address ?? '')),
  };
};

/** An address or a range of addresses; `undefined` for a text that is neither. */
export const proxyRange = (
  text: string,
): { readonly address: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' } | undefined => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const whole = isIPv4(address) ? 32 : 128;
  if (!isIPv4(address) && !isIPv6(address)) return undefined;
  const bits = prefix === undefined ? whole : Number(prefix);
  return bits > whole ? undefined : { address, bits, family: whole === 32 ? 'ipv4' : 'ipv6' };
};

const NO_PROXIES: Arrivals = {
  of: ({ socket }, listener) => arrival(listener, socket.remoteAddress),
  isProxy: () => false,
};
