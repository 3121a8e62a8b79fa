import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { proposeZigbee } from './propose-zigbee.ts';
import { zigbeeDevices } from './zigbee-device.ts';

const feature = (name: string) => ({ type: 'numeric', name, property: name, access: 7 });
const color = (name: string, of: readonly string[]) => ({
  ...{ type: 'composite', name, property: 'color', access: 7 },
  features: of.map(feature),
});
const XY = color('color_xy', ['x', 'y']);
const HS = color('color_hs', ['hue', 'saturation']);

const proposed = (...features: readonly object[]) => {
  const definition = { vendor: 'Maker', model: 'M1', exposes: [{ type: 'light', features }] };
  const devices = zigbeeDevices([{ friendly_name: 'lamp', type: 'Router', interview_completed: true, definition }]);
  assert.ok(typeof devices !== 'string', String(devices));
  const { components, unplaced } = proposeZigbee(devices, 'broker', 'zigbee2mqtt');
  return { types: components.map(({ type }) => type), points: components[0]?.points, unplaced };
};

describe('a lamp of Zigbee2MQTT', () => {
  const lamp = { zigbee2mqtt: 'lamp' };

  test('that shines in colors and whites has both, and a color in two forms once', () => {
    assert.deepEqual(proposed(...['state', 'brightness', 'color_temp'].map(feature), XY, HS), {
      types: ['color-light'],
      points: { state: lamp, brightness: lamp, colorTemperature: lamp, color: lamp },
      unplaced: [],
    });
  });

  for (const form of [XY, HS]) {
    test(`that shines in colors alone, by ${form.name}, has no color temperature`, () => {
      assert.deepEqual(proposed(feature('state'), feature('brightness'), form), {
        types: ['color-light'],
        points: { state: lamp, brightness: lamp, color: lamp },
        unplaced: [],
      });
    });
  }
});
