import type { ValueSchema } from '../../twin/index.ts';
import { FACING } from './incidence.ts';
import { USES } from './room-uses.ts';

/** What a scenario may say about a simulated room or device beyond its record; what it leaves out has a default. */
export interface SimulatorSettings {
  /** By room identifier. */
  readonly rooms: { readonly [room: string]: Settings };
  /** By cid. */
  readonly devices: { readonly [cid: string]: Settings };
}

export type Setting = boolean | number | string | readonly string[];
export interface Settings {
  readonly [setting: string]: Setting;
}

/** One setting: a row, from which scenarios are checked and defaults are taken. */
export interface SettingRow {
  readonly means: string;
  /** `cids` is a list of cids or one of the words. */
  readonly schema: ValueSchema | { readonly type: 'cids'; readonly enum: readonly string[] };
  readonly default: Setting;
}
export interface SettingRows {
  readonly [setting: string]: SettingRow;
}

const number = (means: string, byDefault: number, minimum: number, maximum: number): SettingRow => ({
  means,
  schema: { type: 'number', minimum, maximum },
  default: byDefault,
});
const word = (means: string, byDefault: string, words: readonly string[]): SettingRow => ({
  means,
  schema: { type: 'string', enum: words },
  default: byDefault,
});

const people: SettingRow = {
  means: 'Whether the people in the house use it by hand.',
  schema: { type: 'boolean' },
  default: true,
};
const watts = (byDefault: number, maximum = 3_680) =>
  number('Power that it draws when fully on, in W.', byDefault, 0, maximum);
const travel = (byDefault: number) => number('Seconds from one end to the other.', byDefault, 2, 600);
const facing = word('Where it looks.', 'south', Object.keys(FACING));

/** Settings of a room. */
export const ROOM_SETTINGS: SettingRows = {
  use: word('How people live in it.', 'living-room', Object.keys(USES)),
  area: number('Floor in m².', 16, 1, 10_000),
  facing: word('Where its windows look.', 'none', ['none', ...Object.keys(FACING)]),
};

/** What a socket can feed. */
export const APPLIANCES = [
  'none',
  'router',
  'fridge',
  'freezer',
  'kettle',
  'television',
  'dishwasher',
  'washing-machine',
] as const;

/** Settings of a device, by the type of its kind. */
export const DEVICE_SETTINGS: { readonly [type: string]: SettingRows } = {
  switch: { watts: watts(12), people },
  socket: { appliance: word('What is plugged in.', 'none', APPLIANCES) },
  dimmer: { watts: watts(16), people },
  'color-light': { watts: watts(9), people },
  blind: { travel: travel(45), people },
  shutter: { travel: travel(25), people },
  awning: { travel: travel(35) },
  'garage-door': { travel: travel(18), people },
  'window-contact': { people },
  'door-contact': { people },
  'door-lock': { people },
  'push-button': { people },
  ventilation: { airflow: number('Air at the highest level in m³/h.', 300, 10, 2_000) },
  'heat-pump': { watts: watts(3_000, 50_000) },
  'energy-meter': {
    measures: {
      means:
        'What flows through it: the connection to the grid, everything that is used in the house, or the named devices.',
      schema: { type: 'cids', enum: ['grid', 'loads'] },
      default: 'grid',
    },
  },
  'pv-inverter': {
    peak: number('Power of the panels in full sun in W.', 8_000, 100, 1_000_000),
    tilt: number('Angle of the roof in degrees.', 35, 0, 90),
    facing,
  },
  battery: {
    capacity: number('What it holds in kWh.', 10, 0.5, 10_000),
    watts: number('Power at which it charges and delivers at most, in W.', 4_000, 100, 1_000_000),
  },
  wallbox: { watts: watts(11_000, 50_000) },
};

/** A setting of a room or device, or its default. */
export function settingOf(rows: SettingRows | undefined, settings: Settings | undefined, name: string): Setting {
  const row = rows?.[name];
  if (row === undefined) throw new RangeError(`no setting ${name}`);
  return settings?.[name] ?? row.default;
}
