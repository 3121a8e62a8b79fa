import type { KnownAddress, Topics } from '../address.ts';

type Address = Extract<KnownAddress, { tasmota: string }>;

/**
 * A device by its topic, in Tasmota's usual order `%prefix%/%topic%/` (tasmota.github.io, "MQTT" and "Commands"). `channel` is the number
 * of the relay.
 */
export const tasmota = ({ tasmota: name, channel }: Address, property: string): Topics | undefined => {
  const availability = [{ topic: `tele/${name}/LWT`, online: 'Online', offline: 'Offline' }];
  // Without a payload nothing is set; the device says what it sends at the end of its TelePeriod now.
  const asked = (command: string) => ({ ask: { topic: `cmnd/${name}/${command}`, payload: '' } });
  const sensor = (path: string): Topics => ({
    ...{ topic: `tele/${name}/SENSOR`, path, availability },
    ...asked('TelePeriod'),
  });
  const number = channel ?? '';
  switch (property) {
    case 'state':
      return {
        topic: `stat/${name}/POWER${number}`,
        on: 'ON',
        off: 'OFF',
        command: { topic: `cmnd/${name}/Power${number}` },
        availability,
        ...asked(`Power${number}`),
      };
    case 'brightness':
      return {
        topic: `stat/${name}/RESULT`,
        path: 'Dimmer',
        command: { topic: `cmnd/${name}/Dimmer${number}` },
        availability,
        ...asked('State'),
      };
    case 'position':
      // Tasmota counts how far a shutter is open.
      return {
        topic: `stat/${name}/RESULT`,
        path: `Shutter${channel ?? 1}.Position`,
        scale: -1,
        offset: 100,
        command: { topic: `cmnd/${name}/ShutterPosition${channel ?? 1}` },
        availability,
      };
    case 'moving':
      return {
        topic: `stat/${name}/RESULT`,
        path: `Shutter${channel ?? 1}.Direction`,
        words: { '-1': 'closing', '0': 'stopped', '1': 'opening' },
        availability,
      };
    case 'stop':
      return {
        topic: `stat/${name}/RESULT`,
        unread: true,
        command: { topic: `cmnd/${name}/ShutterStop${channel ?? 1}`, on: '1' },
        availability,
      };
    case 'colorTemperature':
      return {
        topic: `stat/${name}/RESULT`,
        path: 'CT',
        mired: true,
        command: { topic: `cmnd/${name}/CT` },
        availability,
        ...asked('State'),
      };
    case 'power':
      return sensor('ENERGY.Power');
    case 'energy':
    case 'energyImported':
      return sensor('ENERGY.Total');
    default:
      return undefined;
  }
};
