import type { KnownAddress, TopicAddress } from '../address.ts';
import { shelly } from './shelly.ts';
import { tasmota } from './tasmota.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

/** The topics of a property on a device of a known family; `undefined` for a property that the family does not have. */
export const topicsOf = (address: KnownAddress, property: string): TopicAddress | undefined => {
  if ('zigbee2mqtt' in address) return zigbee2mqtt(address, property);
  return 'tasmota' in address ? tasmota(address, property) : shelly(address, property);
};
