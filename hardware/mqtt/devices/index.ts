import type { PropertyKind } from '../../../twin/index.ts';
import type { KnownAddress, MqttAddress, Topics } from '../address.ts';
import { HOME_ASSISTANT, homeAssistant } from '../homeassistant/home-assistant.ts';
import { shelly } from './shelly.ts';
import { tasmota } from './tasmota.ts';
import { describedByZigbee } from './zigbee-exposes.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

/** The topics of a property on a device of a family whose topics follow from its name; `undefined` for a property that the family does not have. */
export const topicsOf = (
  address: Exclude<KnownAddress, { homeassistant: string }>,
  property: string,
): Topics | undefined => {
  if ('zigbee2mqtt' in address) return zigbee2mqtt(address, property);
  return 'tasmota' in address ? tasmota(address, property) : shelly(address, property);
};

/** The retained topic on which somebody describes the device of an address; `undefined` for one that is not described. */
export const describedAt = (address: MqttAddress): string | undefined => {
  if ('homeassistant' in address) return `${address.prefix ?? HOME_ASSISTANT}/${address.homeassistant}/config`;
  return 'zigbee2mqtt' in address ? `${address.base ?? 'zigbee2mqtt'}/bridge/devices` : undefined;
};

/** The topics of a point, or a sentence that says why there are none. `description`: what its device is described as, if it is by now. */
export const resolved = (
  address: MqttAddress,
  { property, kind }: { readonly property: string; readonly kind: PropertyKind },
  description: unknown,
): Topics | string => {
  if ('topic' in address) {
    const { availability, ...topics } = address;
    return { ...topics, ...(availability !== undefined && { availability: [availability] }) };
  }
  if ('homeassistant' in address) return homeAssistant(address, property, kind, description);
  const topics = topicsOf(address, property);
  if (topics === undefined) return `${property} is not known of this family of devices`;
  return 'zigbee2mqtt' in address ? describedByZigbee(address, topics, kind, description) : topics;
};
