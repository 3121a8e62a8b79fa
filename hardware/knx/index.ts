import { random } from '../../twin/index.ts';
import { defineBus } from '../bus.ts';
import { check } from './check.ts';
import { KnxBackend } from './knx-backend.ts';
import { PointAddress } from './point-address.ts';
import { Settings } from './settings.ts';

export { formatIndividual } from './individual-address.ts';
export { searchGateways } from './search-gateways.ts';
export { gatewayOf } from './settings.ts';

/** KNX through the tunnel of a KNXnet/IP gateway, or among its routers. */
export const knx = defineBus({
  type: 'knx',
  means: 'KNX through a KNXnet/IP gateway or router.',
  settings: Settings,
  address: PointAddress,
  check,
  open: (options) => {
    // Two controllers that start in the same moment do not draw the same numbers.
    const { name, settings, clock } = options;
    const drawn = random(`${name} ${settings.individualAddress} ${clock.now()}`);
    return new KnxBackend({ ...options, chance: () => drawn.next() });
  },
});
