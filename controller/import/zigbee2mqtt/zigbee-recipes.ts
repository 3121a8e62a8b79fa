import { speaksOfDoor, wordsOf } from '../knx/words.ts';
import type { ZigbeeDevice, ZigbeeFeature, ZigbeePart } from './zigbee-device.ts';

/** A component that a device, or a part of it, is. */
export interface ZigbeeRecipe {
  readonly type: string;
  /** What tells it from others of the device; empty for the only one. */
  readonly suffix: string;
  readonly rows: readonly (readonly [property: string, feature: ZigbeeFeature])[];
}

type Names = readonly (readonly [property: string, ...features: readonly string[]])[];

const METERED: Names = [
  ['power', 'power'],
  ['energy', 'energy'],
];

/** What stands by itself: the first feature has to be there. */
const SENSORS: readonly (readonly [type: string, names: Names])[] = [
  ['window-contact', [['open', 'contact']]],
  ['leak-sensor', [['leak', 'water_leak']]],
  ['smoke-detector', [['smoke', 'smoke']]],
  ['air-quality-sensor', [['co2', 'co2']]],
  ['presence-sensor', [['presence', 'presence']]],
  [
    'motion-sensor',
    [
      ['motion', 'occupancy'],
      ['illuminance', 'illuminance', 'illuminance_lux'],
    ],
  ],
  [
    'humidity-sensor',
    [
      ['humidity', 'humidity'],
      ['temperature', 'temperature'],
    ],
  ],
  ['temperature-sensor', [['temperature', 'temperature']]],
  [
    'energy-meter',
    [
      ['power', 'power'],
      ['energyImported', 'energy'],
    ],
  ],
];

/** The components of a device; what one of them has is for no other. */
export const recipesFor = ({ name, parts }: ZigbeeDevice): readonly ZigbeeRecipe[] => {
  const wholes = parts.filter(({ type }) => type !== '');
  const alone = parts.filter(({ type }) => type === '').flatMap(({ features }) => features);
  const isMetered = wholes.length === 1 && wholes[0]?.type === 'switch' && rowsOf(METERED, alone).length > 0;
  const taken = new Set<ZigbeeFeature>();
  const recipes: ZigbeeRecipe[] = wholes.flatMap((part): readonly ZigbeeRecipe[] => {
    const shape = isMetered ? { type: 'socket', names: [['state', 'state'], ...METERED] as Names } : shapeOf(part);
    if (shape === null) return [];
    const rows = rowsOf(shape.names, [...part.features, ...alone.filter((feature) => !taken.has(feature))]);
    for (const [, feature] of rows) taken.add(feature);
    return [{ type: shape.type, suffix: wholes.length > 1 ? part.endpoint : '', rows }];
  });
  const isDoor = speaksOfDoor(wordsOf(name));
  for (const [type, names] of SENSORS) {
    const rows = rowsOf(
      names,
      alone.filter((feature) => !taken.has(feature)),
    );
    const [first] = names;
    if (type !== 'energy-meter' && !rows.some(([property]) => property === first?.[0])) continue;
    if (rows.length === 0) continue;
    for (const [, feature] of rows) taken.add(feature);
    recipes.push({ type: type === 'window-contact' && isDoor ? 'door-contact' : type, suffix: '', rows });
  }
  return recipes;
};

const shapeOf = ({ type, features }: ZigbeePart): { readonly type: string; readonly names: Names } | null => {
  const has = (name: string): boolean => features.some((feature) => feature.name === name);
  const state = ['state', 'state'] as const;
  const brightness = ['brightness', 'brightness'] as const;
  switch (type) {
    case 'light':
      if (has('color_temp') || has('color_xy') || has('color_hs')) {
        const white = ['colorTemperature', 'color_temp'] as const;
        return { type: 'color-light', names: [state, brightness, white, ['color', 'color_xy', 'color_hs']] };
      }
      return has('brightness') ? { type: 'dimmer', names: [state, brightness] } : { type: 'switch', names: [state] };
    case 'switch':
      // Whether a thermostat looks for open windows is a switch there, too, whose state is called so.
      return features.some(({ property }) => property.startsWith('state')) ? { type: 'switch', names: [state] } : null;
    case 'cover':
      return {
        type: has('tilt') ? 'blind' : 'shutter',
        names: [
          ['position', 'position'],
          ['angle', 'tilt'],
          ['stop', 'state'],
          ['moving', 'motor_state'],
        ],
      };
    case 'lock':
      return {
        type: 'door-lock',
        names: [
          ['locked', 'state'],
          ['charge', 'battery'],
        ],
      };
    case 'climate':
      return {
        type: 'thermostat',
        names: [
          ['temperature', 'local_temperature'],
          ['setpoint', 'occupied_heating_setpoint', 'current_heating_setpoint'],
          ['mode', 'system_mode'],
          ['valve', 'pi_heating_demand', 'position'],
        ],
      };
    default:
      return null;
  }
};

const rowsOf = (names: Names, features: readonly ZigbeeFeature[]): ZigbeeRecipe['rows'] =>
  names.flatMap(([property, ...called]) => {
    const feature = called.flatMap((name) => features.find((each) => each.name === name) ?? [])[0];
    return feature === undefined ? [] : [[property, feature] as const];
  });
