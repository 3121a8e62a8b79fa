import type { KnownAddress, Topics } from '../address.ts';

type Address = Extract<KnownAddress, { zigbee2mqtt: string }>;
type Row = Omit<Topics, 'topic' | 'command' | 'availability'> & {
  readonly commandable?: true;
  /** All that can be told. */
  readonly told?: string;
};

/** Properties by what Zigbee2MQTT calls them (zigbee2mqtt.io, "Exposes"). */
const ROWS: { readonly [property: string]: Row } = {
  state: { path: 'state', on: 'ON', off: 'OFF', commandable: true },
  brightness: { path: 'brightness', scale: 100 / 254, step: 1, commandable: true },
  colorTemperature: { path: 'color_temp', mired: true, commandable: true },
  color: { path: 'color', color: 'xy', commandable: true },
  position: { path: 'position', scale: -1, offset: 100, step: 1, commandable: true },
  stop: { path: 'state', unread: true, commandable: true, told: 'STOP' },
  moving: { path: 'motor_state', words: { blocked: 'stopped', pause: 'stopped' } },
  // Zigbee2MQTT counts how far the slats are open, 100 for level.
  angle: { path: 'tilt', scale: -0.9, offset: 90, step: 1, commandable: true },
  // With auto it keeps the temperature that its own schedule asks for.
  mode: {
    ...{ path: 'system_mode', words: { off: 'off', heat: 'comfort', auto: 'comfort' } },
    ...{ closed: true, commandable: true },
  },
  temperature: { path: 'temperature' },
  humidity: { path: 'humidity' },
  illuminance: { path: 'illuminance' },
  motion: { path: 'occupancy', on: true, off: false },
  presence: { path: 'presence', on: true, off: false },
  open: { path: 'contact', on: false, off: true },
  leak: { path: 'water_leak', on: true, off: false },
  smoke: { path: 'smoke', on: true, off: false },
  charge: { path: 'battery' },
  co2: { path: 'co2' },
  setpoint: { path: 'occupied_heating_setpoint', commandable: true },
  valve: { path: 'pi_heating_demand' },
  locked: { path: 'state', on: 'LOCK', off: 'UNLOCK', commandable: true },
  power: { path: 'power' },
  energy: { path: 'energy' },
  energyImported: { path: 'energy' },
};

/** A device by its friendly name: one topic for everything, commands to `/set`, and whether it is there on `/availability`. */
export const zigbee2mqtt = (
  { zigbee2mqtt: name, base = 'zigbee2mqtt', path }: Address,
  property: string,
): Topics | undefined => {
  const row = Object.hasOwn(ROWS, property) ? ROWS[property] : undefined;
  if (row === undefined) return undefined;
  const { commandable, told, ...coding } = row;
  const field = path ?? coding.path;
  const topic = `${base}/${name}`;
  return {
    ...coding,
    topic,
    ...(field === undefined ? {} : { path: field }),
    ...(commandable && {
      command: {
        topic: `${topic}/set`,
        ...(field === undefined ? {} : { path: field }),
        ...(told !== undefined && { on: told }),
      },
    }),
    availability: [{ topic: `${topic}/availability`, path: 'state', online: 'online', offline: 'offline' }],
  };
};
