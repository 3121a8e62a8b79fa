import { defineBus } from '../bus.ts';
import { check } from './check.ts';
import { KnxBackend } from './knx-backend.ts';
import { PointAddress } from './point-address.ts';
import { Settings } from './settings.ts';

export { formatIndividual } from './frame/device.ts';
export { searchGateways } from './search-gateways.ts';
export { gatewayOf } from './settings.ts';

/** KNX through the tunnel of a KNXnet/IP gateway. */
export const knx = defineBus({
  type: 'knx',
  means: 'KNX through a KNXnet/IP gateway.',
  settings: Settings,
  address: PointAddress,
  check,
  open: (options) => new KnxBackend(options),
});
