import { parseIndividual } from './individual-address.ts';
import { openMulticastWire } from './routing/multicast-wire.ts';
import { RoutingLink } from './routing/routing-link.ts';
import { DEFAULTS, gatewayOf, gatewaysOf, PORT, type Settings } from './settings.ts';
import type { LinkSurroundings, TelegramLink } from './telegram-link.ts';
import { GatewayLink } from './tunnel/gateway-link.ts';
import { openTcpWire } from './tunnel/tcp-wire.ts';
import { openUdpWire } from './tunnel/udp-wire.ts';

/** The way to the bus that checked settings ask for; throws a sentence for settings that were not checked. */
export const openLink = (settings: Settings, surroundings: LinkSurroundings): TelegramLink => {
  const { protocol, routeBack, multicast } = { ...DEFAULTS, ...settings };
  if (protocol !== 'routing') {
    const gateways = gatewaysOf(settings).flatMap((text) => gatewayOf(text) ?? []);
    return new GatewayLink({
      ...surroundings,
      gateways,
      open: protocol === 'tcp' ? openTcpWire : openUdpWire({ routeBack }),
    });
  }
  const address = parseIndividual(settings.individualAddress ?? '');
  if (address === null) throw new Error('routing needs an individual address of its own');
  const backbone = { multicast, port: PORT, interface: settings.interface };
  return new RoutingLink({ ...surroundings, backbone, address, open: openMulticastWire });
};
