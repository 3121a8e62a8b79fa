import type { KnownAddress, ShellyComponent, Topics } from '../address.ts';

type Address = Extract<KnownAddress, { shelly: string }>;
type Reading = Omit<Topics, 'topic' | 'availability' | 'command'>;

/**
 * A device of the second generation or later by its topic prefix (shelly-api-docs.shelly.cloud, "MQTT": status notifications per
 * component, commands as JSON-RPC). The device needs its RPC channel and "Generic status update over MQTT", and "MQTT control" to be
 * asked for all its status at once.
 */
export const shelly = ({ shelly: name, channel = 0, component }: Address, property: string): Topics | undefined => {
  const availability = [{ topic: `${name}/online`, online: 'true', offline: 'false' }];
  const status = (of: string, reading: Reading): Topics => ({
    ...{ topic: `${name}/status/${of}:${channel}`, ...reading, availability },
    ask: { topic: `${name}/command`, payload: 'status_update' },
  });
  const told = (of: string, method: string, path: string) => ({
    ...{ topic: `${name}/rpc`, path: `params.${path}` },
    json: { id: 0, src: 'twinhaus', method: `${METHODS[of]}.${method}`, params: { id: channel } },
  });
  const metered = METERS[component ?? 'switch'];
  const lamp = component ?? 'light';
  switch (property) {
    case 'state': {
      const of = component ?? 'switch';
      if (of !== 'switch' && !LAMPS.includes(of)) return undefined;
      return { ...status(of, { path: 'output', on: true, off: false }), command: told(of, 'Set', 'on') };
    }
    case 'brightness':
      if (!LAMPS.includes(lamp)) return undefined;
      return { ...status(lamp, { path: 'brightness' }), command: told(lamp, 'Set', 'brightness') };
    case 'colorTemperature':
      return { ...status('cct', { path: 'ct' }), command: told('cct', 'Set', 'ct') };
    case 'position':
      // Shelly counts how far a cover is open.
      return {
        ...status('cover', { path: 'current_pos', scale: -1, offset: 100 }),
        command: told('cover', 'GoToPosition', 'pos'),
      };
    case 'moving':
      return status('cover', { path: 'state', words: STILL });
    case 'stop':
      return { ...status('cover', { unread: true }), command: { ...told('cover', 'Stop', 'id'), on: channel } };
    case 'power':
      return metered && status(component ?? 'switch', { path: metered.power });
    case 'energy':
    case 'energyImported':
      return metered && status(metered.counter ?? component ?? 'switch', { path: metered.energy, scale: WATT_HOURS });
    case 'energyExported':
      return metered && status(metered.counter ?? component ?? 'switch', { path: metered.returned, scale: WATT_HOURS });
    case 'temperature':
      return status('temperature', { path: 'tC' });
    case 'humidity':
      return status('humidity', { path: 'rh' });
    case 'illuminance':
      return status('illuminance', { path: 'lux' });
    case 'charge':
      return status('devicepower', { path: 'battery.percent' });
    default:
      return undefined;
  }
};

const WATT_HOURS = 0.001;

/** What a command of a component begins with. */
const METHODS: { readonly [component: string]: string } = {
  ...{ switch: 'Switch', light: 'Light', rgb: 'RGB', rgbw: 'RGBW', cct: 'CCT', cover: 'Cover' },
};

const LAMPS: readonly ShellyComponent[] = ['light', 'rgb', 'rgbw', 'cct'];

/** States of a cover that stands still, and what they mean here. */
const STILL = { ...{ open: 'stopped', closed: 'stopped' }, calibrating: 'stopped' };

/** Where a component says what it meters, and who counts for it. */
interface Meter {
  readonly power: string;
  readonly energy: string;
  readonly returned: string;
  readonly counter?: string;
}

const OWN: Meter = { power: 'apower', energy: 'aenergy.total', returned: 'ret_aenergy.total' };
const METERS: { readonly [component in ShellyComponent]: Meter } = {
  ...{ switch: OWN, light: OWN, rgb: OWN, rgbw: OWN, cct: OWN, cover: OWN, pm1: OWN },
  em: { power: 'total_act_power', energy: 'total_act', returned: 'total_act_ret', counter: 'emdata' },
  em1: { power: 'act_power', energy: 'total_act_energy', returned: 'total_act_ret_energy', counter: 'em1data' },
};
