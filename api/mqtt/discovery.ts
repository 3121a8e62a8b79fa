import type { ComponentRecord, PropertyRecord } from './component-record.ts';
import { originOf } from './controller-device.ts';
import type { Topics } from './topics.ts';

/** An entity as Home Assistant is told of it (home-assistant.io, "MQTT", device-based discovery). */
type Entity = { readonly [field: string]: unknown };

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

interface Addresses {
  state(property: string): string;
  told(property: string): string;
}

interface Main {
  readonly entity: Entity;
  /** Properties that need no entity of their own. */
  readonly takes: readonly string[];
}

const ON_OFF = { pl_on: 'true', pl_off: 'false' };

/** What a component is for most of all, where Home Assistant has a word for it. */
const mainEntity = (
  { type }: ComponentRecord,
  rows: ReadonlyMap<string, PropertyRecord>,
  { state, told }: Addresses,
): Main | undefined => {
  const has = (property: string) => rows.get(property)?.commandable === true;
  switch (type) {
    case 'switch':
    case 'dimmer':
    case 'color-light':
      return {
        takes: ['state', 'brightness', 'colorTemperature'],
        entity: {
          p: 'light',
          ...{ stat_t: state('state'), cmd_t: told('state'), ...ON_OFF },
          ...(has('brightness') && {
            ...{ bri_stat_t: state('brightness'), bri_cmd_t: told('brightness'), bri_scl: 100 },
            on_cmd_type: 'last',
          }),
          ...(has('colorTemperature') && {
            ...{ clr_temp_stat_t: state('colorTemperature'), clr_temp_cmd_t: told('colorTemperature') },
            ...{ color_temp_kelvin: true, min_kelvin: 2_000, max_kelvin: 6_500 },
          }),
        },
      };
    case 'socket':
    case 'siren':
      return {
        takes: ['state'],
        entity: {
          p: type === 'socket' ? 'switch' : 'siren',
          stat_t: state('state'),
          cmd_t: told('state'),
          ...ON_OFF,
          ...(type === 'socket' ? { stat_on: 'true', stat_off: 'false' } : {}),
        },
      };
    case 'blind':
    case 'shutter':
    case 'awning':
    case 'garage-door':
      return {
        takes: ['position', 'moving', 'stop', 'angle'],
        entity: {
          p: 'cover',
          dev_cla: type === 'garage-door' ? 'garage' : type,
          // Ours counts how far it is closed, theirs how far it is open.
          ...{ pos_t: state('position'), set_pos_t: told('position'), pos_open: 0, pos_clsd: 100 },
          ...{ cmd_t: told('stop'), pl_stop: 'true', pl_open: null, pl_cls: null },
          ...(has('angle') && {
            ...{ tilt_status_t: state('angle'), tilt_cmd_t: told('angle'), tilt_min: 0, tilt_max: 90 },
            ...{ tilt_opnd_val: 0, tilt_clsd_val: 90 },
          }),
        },
      };
    case 'thermostat':
      return {
        takes: ['temperature', 'setpoint'],
        entity: {
          p: 'climate',
          ...{ curr_temp_t: state('temperature'), temp_stat_t: state('setpoint'), temp_cmd_t: told('setpoint') },
          ...{ min_temp: 5, max_temp: 30, temp_step: 0.5, temp_unit: 'C', modes: [] },
        },
      };
    case 'door-lock':
      return {
        takes: ['locked'],
        entity: {
          p: 'lock',
          ...{ stat_t: state('locked'), cmd_t: told('locked') },
          ...{ pl_lock: 'true', pl_unlk: 'false', stat_locked: 'true', stat_unlocked: 'false' },
        },
      };
    default:
      return undefined;
  }
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
