import type { PropertyKind } from '../../twin/index.ts';

/** Value in the property's unit = number × scale + offset. */
export interface Conversion {
  readonly scale?: number;
  readonly offset?: number;
}

/** How a number in the unit that a device names becomes one in the property's unit; `undefined` where nobody can know. */
export const conversionTo = (kind: PropertyKind, said: unknown): Conversion | undefined => {
  if (said === undefined || said === null || said === '') return {};
  if (typeof said !== 'string') return undefined;
  const from = SPELLINGS.get(said) ?? said;
  if (from === kind.unit) return {};
  return kind.unit === null ? undefined : FACTORS.get(`${from} ${kind.unit}`);
};

/** Units that are written in more than one way. */
const SPELLINGS = new Map([
  ['C', '°C'],
  ['ºC', '°C'],
  ['F', '°F'],
  ['ºF', '°F'],
  ['lux', 'lx'],
  ['m3/h', 'm³/h'],
  ['deg', '°'],
]);

const FACTORS: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ['°F °C', { scale: 5 / 9, offset: -160 / 9 }],
  ['K °C', { offset: -273.15 }],
  ['mW W', { scale: 0.001 }],
  ['kW W', { scale: 1_000 }],
  ['MW W', { scale: 1_000_000 }],
  ['Wh kWh', { scale: 0.001 }],
  ['MWh kWh', { scale: 1_000 }],
  ['GWh kWh', { scale: 1_000_000 }],
  ['mA A', { scale: 0.001 }],
  ['km/h m/s', { scale: 1 / 3.6 }],
  ['mph m/s', { scale: 0.44704 }],
  ['kn m/s', { scale: 1_852 / 3_600 }],
  ['ft/s m/s', { scale: 0.3048 }],
  ['in/h mm/h', { scale: 25.4 }],
]);
