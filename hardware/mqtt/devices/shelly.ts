import type { KnownAddress, Topics } from '../address.ts';

type Address = Extract<KnownAddress, { shelly: string }>;

/**
 * A device of the second generation or later by its topic prefix (shelly-api-docs.shelly.cloud, "MQTT": status notifications per
 * component, commands as JSON-RPC). The device needs "Enable MQTT control" and "Generic status update over MQTT".
 */
export const shelly = ({ shelly: name, channel = 0 }: Address, property: string): Topics | undefined => {
  const availability = [{ topic: `${name}/online`, online: 'true', offline: 'false' }];
  const status = (component: string, path: string): Topics => ({
    topic: `${name}/status/${component}:${channel}`,
    path,
    availability,
  });
  const call = (method: string, path: string) => ({
    topic: `${name}/rpc`,
    path: `params.${path}`,
    json: { id: 0, src: 'twinhaus', method, params: { id: channel } },
  });
  switch (property) {
    case 'state':
      return { ...status('switch', 'output'), on: true, off: false, command: call('Switch.Set', 'on') };
    case 'brightness':
      return { ...status('light', 'brightness'), command: call('Light.Set', 'brightness') };
    case 'position':
      // Shelly counts how far a cover is open.
      return {
        ...status('cover', 'current_pos'),
        scale: -1,
        offset: 100,
        command: call('Cover.GoToPosition', 'pos'),
      };
    case 'power':
      return status('switch', 'apower');
    case 'energy':
      return { ...status('switch', 'aenergy.total'), scale: 0.001 };
    case 'temperature':
      return status('temperature', 'tC');
    case 'humidity':
      return status('humidity', 'rh');
    default:
      return undefined;
  }
};
