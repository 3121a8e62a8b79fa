import type { PropertyKind } from '../../../twin/index.ts';
import type { KnownAddress, Topics } from '../address.ts';
import { conversionTo } from '../units.ts';

type Address = Extract<KnownAddress, { zigbee2mqtt: string }>;

/** One thing that a device exposes (zigbee2mqtt.io, "Exposes"). */
interface Feature {
  readonly property: string;
  readonly type: unknown;
  readonly unit: unknown;
  readonly isSettable: boolean;
  readonly isGettable: boolean;
  readonly most: unknown;
  readonly on: unknown;
  readonly off: unknown;
  readonly values: unknown;
}

/**
 * The topics of a property by what Zigbee2MQTT says of the device on `bridge/devices`: its words for on and off, its ranges and units,
 * and whether it can be told. Of a device that is not described there, or does not expose the property, the usual topics hold.
 */
export const describedByZigbee = (
  { zigbee2mqtt: name, path }: Address,
  topics: Topics,
  kind: PropertyKind,
  description: unknown,
): Topics => {
  if (!Array.isArray(description)) return topics;
  const device = deviceOf(name, description);
  const features = flat(own(own(device, 'definition'), 'exposes'), 0);
  // What sleeps to spare its battery does not hear a question.
  const isAsked = own(device, 'power_source') !== 'Battery' && !topics.unread;
  const asked = (field: string | undefined): Pick<Topics, 'ask'> =>
    isAsked && field !== undefined ? { ask: { topic: `${topics.topic}/get`, path: field } } : {};
  if (topics.color !== undefined) return describedColor(topics, features, asked(topics.path));
  const names = path === undefined ? namesOf(topics.path) : [path];
  const feature = names.flatMap((each) => features.find(({ property }) => property === each) ?? [])[0];
  if (feature === undefined) return { ...topics, ...(topics.command !== undefined && asked(topics.path)) };
  const { command, ...state } = topics;
  const tellable = command !== undefined && feature.isSettable;
  return {
    ...state,
    path: feature.property,
    ...(feature.isGettable && asked(feature.property)),
    ...(tellable && { command: { ...command, path: feature.property } }),
    ...codingOf(topics, kind, feature),
  };
};

/** An endpoint may stand behind the name of a coordinate, as it does behind that of the color. */
const describedColor = (topics: Topics, features: readonly Feature[], asked: Pick<Topics, 'ask'>): Topics => {
  const exposed = (name: string) => features.find(({ property }) => property.startsWith(`${topics.path}.${name}`));
  const [chromaticity, hue] = [exposed('x'), exposed('hue')];
  const { command, ...state } = topics;
  const feature = chromaticity ?? hue;
  if (feature === undefined) return topics;
  return {
    ...{ ...state, color: chromaticity ? 'xy' : 'hs' },
    ...(feature.isGettable && asked),
    ...(command && feature.isSettable && { command }),
  };
};

/** What the same thing is called on other devices. */
const namesOf = (path = ''): readonly string[] =>
  path === 'occupied_heating_setpoint' ? [path, 'current_heating_setpoint'] : [path];

const codingOf = (
  topics: Topics,
  kind: PropertyKind,
  { type, unit, most, on, off, values }: Feature,
): Partial<Topics> => {
  if (topics.closed && Array.isArray(values)) {
    return { words: Object.fromEntries(Object.entries(topics.words ?? {}).filter(([word]) => values.includes(word))) };
  }
  // Whether a contact is on when it is closed is for the table to say; what it is called is for the device.
  if (typeof topics.on === 'string') return typeof on === 'string' && typeof off === 'string' ? { on, off } : {};
  if (type !== 'numeric' || topics.mired) return {};
  // Lamps name no unit for their brightness, and do not all count to 254.
  if (topics.path === 'brightness' && kind.unit === '%') {
    return unit !== '%' && typeof most === 'number' && most > 0 ? { scale: 100 / most } : {};
  }
  return topics.scale === undefined ? (conversionTo(kind, unit) ?? {}) : {};
};

const deviceOf = (name: string, description: readonly unknown[]): unknown =>
  description.find((each) => own(each, 'friendly_name') === name || own(each, 'ieee_address') === name);

/** A light or a cover is a list of features; a composite is a list below a property of its own. */
const flat = (exposes: unknown, depth: number): readonly Feature[] => {
  if (!Array.isArray(exposes) || depth > DEEPEST) return [];
  return exposes.flatMap((each): readonly Feature[] => {
    const property = own(each, 'property');
    const inner = flat(own(each, 'features'), depth + 1);
    if (own(each, 'type') === 'composite') {
      if (typeof property !== 'string') return [];
      return inner.map((feature) => ({ ...feature, property: `${property}.${feature.property}` }));
    }
    if (typeof property !== 'string') return inner;
    return [
      {
        property,
        type: own(each, 'type'),
        unit: own(each, 'unit'),
        isSettable: isIn(own(each, 'access'), SETTABLE),
        isGettable: isIn(own(each, 'access'), GETTABLE),
        most: own(each, 'value_max'),
        on: own(each, 'value_on'),
        off: own(each, 'value_off'),
        values: own(each, 'values'),
      },
      ...inner,
    ];
  });
};

/** Which of a set of bits tells that a feature can be told, and asked for (zigbee2mqtt.io, "Exposes", access). */
const SETTABLE = 2;
const GETTABLE = 4;
const isIn = (access: unknown, bit: number): boolean => typeof access === 'number' && (access & bit) !== 0;
const DEEPEST = 4;

const own = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as { readonly [key: string]: unknown })[key]
    : undefined;
