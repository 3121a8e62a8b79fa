import type { ComponentRecord, PropertyRecord } from './component-record.ts';
import { STOP } from './payload.ts';

/** An entity as Home Assistant is told of it (home-assistant.io, "MQTT", device-based discovery). */
export type Entity = { readonly [field: string]: unknown };

/** The topics of a component's properties. */
export interface Addresses {
  state(property: string): string;
  told(property: string): string;
}

/** The entity that stands for the device as a whole. */
interface Main {
  readonly entity: Entity;
  /** Properties that need no entity of their own. */
  readonly takes: readonly string[];
}

/** Payloads of what is true or false. */
export const ON_OFF = { pl_on: 'true', pl_off: 'false' };

/** `#ff8800` as `255,136,0`. */
const RGB_OF_COLOR = '{{ value[1:3] | int(base=16) }},{{ value[3:5] | int(base=16) }},{{ value[5:7] | int(base=16) }}';

/** Economy is a preset there; without one, comfort is what heating means. */
const modesOf = (state: string, told: string): Entity => ({
  ...{ modes: ['off', 'heat'], mode_stat_t: state, mode_cmd_t: told },
  mode_stat_tpl: "{{ 'off' if value == 'off' else 'heat' }}",
  mode_cmd_tpl: "{{ 'off' if value == 'off' else 'comfort' }}",
  ...{ pr_modes: ['eco'], pr_mode_stat_t: state, pr_mode_cmd_t: told },
  pr_mode_val_tpl: "{{ 'eco' if value == 'economy' else 'none' }}",
  pr_mode_cmd_tpl: "{{ 'economy' if value == 'eco' else 'comfort' }}",
});

/** Without a topic for its mode a thermostat is taken as off. */
const alwaysOn = (state: string): Entity => ({ modes: ['heat'], mode_stat_t: state, mode_stat_tpl: 'heat' });

/** Without these properties a component is no more than what is left of it. */
const ESSENTIAL: ReadonlyMap<string, string> = new Map([
  ...['switch', 'dimmer', 'color-light', 'socket', 'siren'].map((type) => [type, 'state'] as const),
  ...['blind', 'shutter', 'awning', 'garage-door'].map((type) => [type, 'position'] as const),
  ['thermostat', 'setpoint'],
  ['door-lock', 'locked'],
]);

/** What a component is for most of all, where Home Assistant has a word for it. */
export const mainEntity = (
  { type }: ComponentRecord,
  rows: ReadonlyMap<string, PropertyRecord>,
  { state, told }: Addresses,
): Main | undefined => {
  const has = (property: string) => rows.get(property)?.commandable === true;
  const essential = ESSENTIAL.get(type);
  if (essential === undefined || !has(essential)) return undefined;
  switch (type) {
    case 'switch':
    case 'dimmer':
    case 'color-light':
      return {
        takes: ['state', 'brightness', 'colorTemperature', 'color'],
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
          ...(has('color') && {
            ...{ rgb_stat_t: state('color'), rgb_val_tpl: RGB_OF_COLOR },
            ...{ rgb_cmd_t: told('color'), rgb_cmd_tpl: "#{{ '%02x%02x%02x' | format(red, green, blue) }}" },
          }),
        },
      };
    case 'socket':
      return {
        takes: ['state'],
        entity: {
          ...{ p: 'switch', stat_t: state('state'), cmd_t: told('state') },
          ...{ ...ON_OFF, stat_on: 'true', stat_off: 'false' },
        },
      };
    case 'siren':
      return {
        takes: ['state'],
        entity: {
          ...{ p: 'siren', stat_t: state('state'), cmd_t: told('state'), ...ON_OFF },
          // Without a template it is told a JSON object.
          ...{ cmd_tpl: '{{ value }}', sup_dur: false, sup_vol: false },
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
          // With a topic for its movement, Home Assistant would take a cover as open that stands still before its position was heard.
          ...{ cmd_t: told('position'), pl_open: '0', pl_cls: '100', pl_stop: has('stop') ? STOP : null },
          ...(has('angle') && {
            ...{ tilt_status_t: state('angle'), tilt_cmd_t: told('angle'), tilt_min: 90, tilt_max: 0 },
            ...{ tilt_opnd_val: 0, tilt_clsd_val: 90 },
          }),
        },
      };
    case 'thermostat':
      return {
        takes: ['temperature', 'setpoint', 'mode'],
        entity: {
          p: 'climate',
          ...(rows.has('temperature') && { curr_temp_t: state('temperature') }),
          ...{ temp_stat_t: state('setpoint'), temp_cmd_t: told('setpoint') },
          ...{ min_temp: 5, max_temp: 30, temp_step: 0.5, temp_unit: 'C' },
          ...(has('mode') ? modesOf(state('mode'), told('mode')) : alwaysOn(state('setpoint'))),
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
