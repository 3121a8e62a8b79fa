import { existsSync } from 'node:fs';
import { type BusFault, defineBus } from '../bus.ts';
import { MqttAddress } from './address.ts';
import { faultsOf } from './mapping.ts';
import { MqttBackend } from './mqtt-backend.ts';
import { MqttSettings } from './settings.ts';

const FILES = ['ca', 'certificate', 'key'] as const;

/** Devices behind an MQTT broker. */
export const mqtt = defineBus({
  type: 'mqtt',
  means: 'Devices behind an MQTT broker.',
  settings: MqttSettings,
  address: MqttAddress,
  files: FILES,
  check: (settings, points) => [...missingFiles(settings), ...faultsOf(points)],
  open: (options) => new MqttBackend(options),
});

const missingFiles = (settings: MqttSettings): readonly BusFault[] =>
  FILES.flatMap((name) => {
    const path = settings[name];
    if (path === undefined || existsSync(path)) return [];
    return [{ path: [name], says: `there is no file ${path}; name one that is there` }];
  });
