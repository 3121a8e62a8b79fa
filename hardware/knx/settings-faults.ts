import { isIPv4 } from 'node:net';
import type { BusFault } from '../bus.ts';
import { parseIndividual } from './individual-address.ts';
import { LIMITS } from './limits.ts';
import { gatewayOf, gatewaysOf, type Settings } from './settings.ts';

/** What is wrong with the settings, beside their form. */
export const settingsFaults = (settings: Settings): readonly BusFault[] => [
  ...(settings.protocol === 'routing' ? routingFaults(settings) : tunnelFaults(settings)),
];

function* tunnelFaults(settings: Settings): Generator<BusFault> {
  const { gateway, protocol, routeBack } = settings;
  if (gateway === undefined) {
    const says = 'is missing; add the address of a gateway such as 192.168.1.5, or protocol: routing';
    yield { path: ['gateway'], says };
  }
  for (const [index, text] of gatewaysOf(settings).entries()) {
    if (gatewayOf(text) !== null) continue;
    const path = typeof gateway === 'string' ? ['gateway'] : ['gateway', index];
    yield {
      path,
      says: `${text} is no gateway; write a name or an IPv4 address, such as 192.168.1.5 or knx.local:3671`,
    };
  }
  if (protocol === 'tcp' && routeBack === false) {
    yield { path: ['routeBack'], says: 'over tcp answers always come back on the same connection; take it out' };
  }
  for (const name of ['individualAddress', 'interface', 'multicast'] as const) {
    if (settings[name] !== undefined) yield { path: [name], says: 'is for protocol: routing; take it out' };
  }
}

function* routingFaults({ gateway, routeBack, individualAddress, multicast, pace = 1 }: Settings): Generator<BusFault> {
  if (gateway !== undefined) {
    yield { path: ['gateway'], says: 'routers are spoken to all at once; take it out, or take protocol: udp' };
  }
  if (routeBack !== undefined)
    yield { path: ['routeBack'], says: 'nobody answers to an address in routing; take it out' };
  if (individualAddress === undefined) {
    const says = 'is missing; add an individual address that no device of the installation has, such as 15.15.250';
    yield { path: ['individualAddress'], says };
  } else if (parseIndividual(individualAddress) === null) {
    const says = `${individualAddress} is no individual address of one device; write one such as 15.15.250 (up to 15.15.254)`;
    yield { path: ['individualAddress'], says };
  }
  if (multicast !== undefined && !isMulticast(multicast)) {
    const says = `${multicast} is no multicast address; write 224.0.23.12, or one from 239.0.0.0 to 239.255.255.255`;
    yield { path: ['multicast'], says };
  }
  if (pace > LIMITS.routingPace.value) {
    yield { path: ['pace'], says: `to routers it is ${LIMITS.routingPace.value} telegrams a second at most` };
  }
}

/** What may be passed on between networks, or within an organization. */
const isMulticast = (text: string): boolean => {
  const [first = 0, second = 0, third = 0] = text.split('.').map(Number);
  if (!isIPv4(text)) return false;
  return first === 239 || (first === 224 && second === 0 && third > 0);
};
