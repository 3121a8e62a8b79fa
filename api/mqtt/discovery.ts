import type { ComponentRecord, PropertyRecord } from './component-record.ts';
import { originOf } from './controller-device.ts';
import { type Addresses, type Entity, mainEntity, ON_OFF } from './main-entity.ts';
import type { Topics } from './topics.ts';

export interface DiscoveryOptions {
  readonly topics: Topics;
  /** One level of a topic that no other controller has. */
  readonly controller: string;
  readonly name: string;
  readonly version: string;
  /** Name of a room; `undefined` for one that may not be seen. */
  room(id: number): string | undefined;
}

/** The device of a component, with an entity for each thing that it can do or say. */
export const deviceOf = (component: ComponentRecord, options: DiscoveryOptions): Entity => {
  const { topics, controller, name, version } = options;
  const { cid, rooms } = component;
  const id = `${controller}_${cid}`;
  const [room] = rooms.flatMap((each) => options.room(each) ?? []);
  const entities = Object.entries(entitiesOf(component, topics)).map(([key, entity]) => [
    key,
    { unique_id: `${id}_${key}`, ...entity },
  ]);
  return {
    dev: {
      ids: [id],
      name: component.name,
      mf: 'Twinhaus',
      mdl: component.type,
      ...(room === undefined ? {} : { sa: room }),
      via_device: controller,
    },
    o: originOf({ name, version }),
    availability: [
      { t: topics.status, pl_avail: 'online', pl_not_avail: 'offline' },
      { t: topics.value(cid, 'reachable'), pl_avail: 'true', pl_not_avail: 'false' },
    ],
    availability_mode: 'all',
    cmps: Object.fromEntries(entities),
  };
};

/** Where the device of a component is announced. */
export const discoveryTopic = (prefix: string, controller: string, cid: string): string =>
  `${prefix}/device/${controller}_${cid}/config`;

const entitiesOf = (component: ComponentRecord, topics: Topics): { readonly [key: string]: Entity } => {
  const rows = new Map(component.properties.map((row) => [row.property, row]));
  const state = (property: string) => topics.value(component.cid, property);
  const told = (property: string) => `${state(property)}/set`;
  const entities: { [key: string]: Entity } = {};
  const main = mainEntity(component, rows, { state, told });
  if (main !== undefined) entities.main = { name: null, ...main.entity };
  for (const row of component.properties) {
    if (main?.takes.includes(row.property) || row.property === 'reachable') continue;
    entities[row.property] = { name: words(row.property), ...plainEntity(component, row, { state, told }) };
  }
  return entities;
};

/** A property by itself. */
const plainEntity = ({ type }: ComponentRecord, row: PropertyRecord, { state, told }: Addresses): Entity => {
  const { property, unit, options, commandable } = row;
  const where = { stat_t: state(property), ...(commandable && { cmd_t: told(property) }) };
  if (row.type === 'boolean') {
    if (commandable) return { p: 'switch', ...where, ...ON_OFF, stat_on: 'true', stat_off: 'false' };
    const kind = own(BINARY, `${type} ${property}`) ?? own(BINARY, property);
    return { p: 'binary_sensor', ...where, ...ON_OFF, ...(kind !== undefined && { dev_cla: kind }) };
  }
  if (row.type === 'string') {
    if (options === undefined) return { p: commandable ? 'text' : 'sensor', ...where };
    return commandable
      ? { p: 'select', ...where, ops: options }
      : { p: 'sensor', ...where, dev_cla: 'enum', ops: options };
  }
  const { minimum, maximum, step } = row;
  const measured = { ...(unit !== null && { unit_of_meas: unit }) };
  if (commandable) return { p: 'number', ...where, ...measured, min: minimum, max: maximum, step: step ?? 1 };
  const kind = own(SENSORS, row.quantity);
  return {
    p: 'sensor',
    ...where,
    ...measured,
    ...(kind !== undefined && { dev_cla: kind }),
    stat_cla: row.quantity === 'energy' ? 'total_increasing' : 'measurement',
  };
};

/** Device classes of Home Assistant's binary sensors. */
const BINARY: { readonly [property: string]: string } = {
  motion: 'motion',
  presence: 'occupancy',
  'window-contact open': 'window',
  'door-contact open': 'door',
  smoke: 'smoke',
  leak: 'moisture',
  rain: 'moisture',
};

/** Device classes of Home Assistant's sensors, by quantity. */
const SENSORS: { readonly [quantity: string]: string } = {
  temperature: 'temperature',
  humidity: 'humidity',
  power: 'power',
  energy: 'energy',
  illuminance: 'illuminance',
  charge: 'battery',
  concentration: 'carbon_dioxide',
  speed: 'wind_speed',
  current: 'current',
  precipitation: 'precipitation_intensity',
};

const own = (table: { readonly [key: string]: string }, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** `windSpeed` as words for people: `Wind speed`. */
const words = (property: string): string => {
  const lower = property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`;
};
