/** A device as Zigbee2MQTT describes it on `bridge/devices` (zigbee2mqtt.io, "MQTT topics and messages", "Exposes"). */
export interface ZigbeeDevice {
  readonly name: string;
  /** Model and maker, for people. */
  readonly model: string;
  /** Why nothing can be said of it; `null` if something can. */
  readonly fault: string | null;
  /** What it is as a whole, such as a light; each with what it can do. */
  readonly parts: readonly ZigbeePart[];
}

export interface ZigbeePart {
  /** `light`, `switch`, `cover`, `lock`, `climate`, `fan`; empty for what stands by itself. */
  readonly type: string;
  /** Such as `l1`; empty for a device with one. */
  readonly endpoint: string;
  readonly features: readonly ZigbeeFeature[];
}

export interface ZigbeeFeature {
  readonly name: string;
  /** Where it stands in the device's message. */
  readonly property: string;
  readonly isPublished: boolean;
}

const PUBLISHED = 1;
const MOST_DEVICES = 10_000;

/** The devices in a message; a sentence for what is no such message. */
export const zigbeeDevices = (message: unknown): readonly ZigbeeDevice[] | string => {
  if (!Array.isArray(message)) return 'is no list of devices; save what is retained on zigbee2mqtt/bridge/devices';
  if (message.length > MOST_DEVICES) return `has more than ${MOST_DEVICES} devices, which no network has`;
  if (message.length > 0 && message.every((device) => typeof own(device, 'friendly_name') !== 'string')) {
    return 'is no list of devices of Zigbee2MQTT: none has a friendly_name';
  }
  return message.filter((device) => own(device, 'type') !== 'Coordinator').map(deviceOf);
};

const deviceOf = (device: unknown): ZigbeeDevice => {
  const definition = own(device, 'definition');
  const name = textOf(own(device, 'friendly_name'));
  const exposes = own(definition, 'exposes');
  return {
    name,
    model: [own(definition, 'vendor'), own(definition, 'model')].map(textOf).filter(Boolean).join(' '),
    fault: faultOf(device, definition, name),
    parts: Array.isArray(exposes) ? partsOf(exposes) : [],
  };
};

const faultOf = (device: unknown, definition: unknown, name: string): string | null => {
  if (!/^[^+#\0]{1,256}$/.test(name)) return 'has a name that is no topic; give it another in Zigbee2MQTT';
  if (own(device, 'disabled') === true) return 'is disabled in Zigbee2MQTT';
  if (own(device, 'interview_completed') === false) return 'was not interviewed; do that in Zigbee2MQTT';
  return typeof definition === 'object' && definition !== null ? null : 'is not supported by Zigbee2MQTT';
};

const partsOf = (exposes: readonly unknown[]): readonly ZigbeePart[] => {
  const whole = exposes.flatMap((each): readonly ZigbeePart[] => {
    const features = own(each, 'features');
    const type = textOf(own(each, 'type'));
    if (!Array.isArray(features) || type === 'composite') return [];
    return [{ type, endpoint: textOf(own(each, 'endpoint')), features: features.flatMap(featureOf) }];
  });
  const single = exposes.filter((each) => !Array.isArray(own(each, 'features')) || own(each, 'type') === 'composite');
  return [...whole, { type: '', endpoint: '', features: single.flatMap(featureOf) }];
};

const featureOf = (feature: unknown): readonly ZigbeeFeature[] => {
  const [name, property] = [own(feature, 'name'), own(feature, 'property')].map(textOf);
  if (name === undefined || property === undefined || property === '') return [];
  const access = own(feature, 'access');
  return [{ name: name || property, property, isPublished: typeof access === 'number' && (access & PUBLISHED) !== 0 }];
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const own = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as { readonly [key: string]: unknown })[key]
    : undefined;
