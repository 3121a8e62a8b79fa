import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import { writeProposal } from '../write-proposal.ts';
import { proposeZigbee } from './propose-zigbee.ts';
import { zigbeeDevices } from './zigbee-device.ts';

const HEAD =
  'name: House\ntimeZone: UTC\nplace: { latitude: 1, longitude: 1 }\ndata: data\nbuses:\n  broker: { type: mqtt, url: mqtt://127.0.0.1 }\n';

const numeric = (name: string, access = 1) => ({ type: 'numeric', name, property: name, access });
const binary = (name: string, access = 1) => ({
  type: 'binary',
  name,
  property: name,
  access,
  value_on: true,
  value_off: false,
});
const onOff = (property = 'state') => ({
  type: 'binary',
  name: 'state',
  property,
  access: 7,
  value_on: 'ON',
  value_off: 'OFF',
});
const movement = (property = 'state') => ({
  ...{ type: 'enum', name: 'state', property, access: 3, values: ['OPEN', 'CLOSE', 'STOP'] },
});
const device = (friendly_name: string, exposes: readonly object[], more: object = {}) => ({
  friendly_name,
  type: 'Router',
  interview_completed: true,
  definition: { vendor: 'Maker', model: 'M1', exposes },
  ...more,
});

const proposed = async (message: unknown, base = 'zigbee2mqtt') => {
  const devices = zigbeeDevices(message);
  assert.ok(typeof devices !== 'string', String(devices));
  const proposal = proposeZigbee(devices, 'broker', base);
  const { scenario } = await readConfiguration(
    'c.yaml',
    `${HEAD}${writeProposal(proposal, { advice: [], difference: [] })}`,
  );
  assert.equal(scenario.house.components.length, proposal.components.length);
  return proposal;
};

describe('a device of Zigbee2MQTT', () => {
  const z = (name: string, path?: string) => ({ zigbee2mqtt: name, ...(path === undefined ? {} : { path }) });
  const cases: readonly (readonly [string, object, readonly object[]])[] = [
    [
      'that shines and dims',
      device('Floor lamp', [{ type: 'light', features: [onOff(), numeric('brightness', 7)] }, numeric('linkquality')]),
      [{ type: 'dimmer', name: 'Floor lamp', points: { state: z('Floor lamp'), brightness: z('Floor lamp') } }],
    ],
    [
      'that shines warm and cold',
      device('Bulb', [{ type: 'light', features: [onOff(), numeric('brightness', 7), numeric('color_temp', 7)] }]),
      [
        {
          type: 'color-light',
          name: 'Bulb',
          points: { state: z('Bulb'), brightness: z('Bulb'), colorTemperature: z('Bulb') },
        },
      ],
    ],
    [
      'that switches two things',
      device('Relay', [
        { type: 'switch', endpoint: 'l1', features: [onOff('state_l1')] },
        { type: 'switch', endpoint: 'l2', features: [onOff('state_l2')] },
      ]),
      [
        { type: 'switch', name: 'Relay l1', points: { state: z('Relay', 'state_l1') } },
        { type: 'switch', name: 'Relay l2', points: { state: z('Relay', 'state_l2') } },
      ],
    ],
    [
      'that switches and meters',
      device('Plug', [{ type: 'switch', features: [onOff()] }, numeric('power'), numeric('energy')]),
      [{ type: 'socket', name: 'Plug', points: { state: z('Plug'), power: z('Plug'), energy: z('Plug') } }],
    ],
    [
      'that heats',
      device('Radiator', [
        {
          type: 'climate',
          features: [
            numeric('local_temperature', 5),
            numeric('current_heating_setpoint', 7),
            numeric('pi_heating_demand'),
          ],
        },
        numeric('battery'),
      ]),
      [
        {
          type: 'thermostat',
          name: 'Radiator',
          points: {
            temperature: z('Radiator', 'local_temperature'),
            setpoint: z('Radiator', 'current_heating_setpoint'),
            valve: z('Radiator'),
          },
        },
      ],
    ],
    [
      'that shades',
      device('Blind', [{ type: 'cover', features: [numeric('position', 7)] }]),
      [{ type: 'shutter', name: 'Blind', points: { position: z('Blind') } }],
    ],
    [
      'that shades with slats',
      device('Slats', [
        { type: 'cover', features: [movement(), numeric('position', 7), numeric('tilt', 7)] },
        { type: 'enum', name: 'motor_state', property: 'motor_state', access: 1, values: ['opening', 'stopped'] },
      ]),
      [
        {
          ...{ type: 'blind', name: 'Slats' },
          points: { position: z('Slats'), angle: z('Slats'), stop: z('Slats'), moving: z('Slats') },
        },
      ],
    ],
    [
      'that shades on the left and on the right',
      device('Two', [
        { type: 'cover', endpoint: 'left', features: [movement('state_left')] },
        { type: 'cover', endpoint: 'right', features: [movement('state_right')] },
      ]),
      [
        { type: 'shutter', name: 'Two left', points: { stop: z('Two', 'state_left') } },
        { type: 'shutter', name: 'Two right', points: { stop: z('Two', 'state_right') } },
      ],
    ],
    [
      'that heats or does not',
      device('Valve', [
        {
          type: 'climate',
          features: [
            numeric('local_temperature', 5),
            numeric('occupied_heating_setpoint', 7),
            { type: 'enum', name: 'system_mode', property: 'system_mode', access: 7, values: ['off', 'heat'] },
          ],
        },
      ]),
      [
        {
          ...{ type: 'thermostat', name: 'Valve' },
          points: { temperature: z('Valve', 'local_temperature'), setpoint: z('Valve'), mode: z('Valve') },
        },
      ],
    ],
    [
      'that locks',
      device('Lock', [{ type: 'lock', features: [onOff()] }, numeric('battery')]),
      [{ type: 'door-lock', name: 'Lock', points: { locked: z('Lock'), charge: z('Lock') } }],
    ],
    [
      'that senses a lot',
      device('Haustür', [
        binary('contact'),
        binary('occupancy'),
        numeric('illuminance'),
        numeric('temperature'),
        numeric('humidity'),
      ]),
      [
        { type: 'door-contact', name: 'Haustür', points: { open: z('Haustür') } },
        { type: 'motion-sensor', name: 'Haustür', points: { motion: z('Haustür'), illuminance: z('Haustür') } },
        { type: 'humidity-sensor', name: 'Haustür', points: { humidity: z('Haustür'), temperature: z('Haustür') } },
      ],
    ],
  ];
  for (const [what, message, components] of cases) {
    test(`${what} is proposed`, async () => {
      const proposal = await proposed([message]);

      assert.deepEqual(
        proposal.components.map(({ type, name, points }) => ({ type, name, points })),
        components,
      );
    });
  }

  test('on another base topic says so in every point', async () => {
    const { components } = await proposed([device('A', [numeric('temperature')])], 'home/zigbee');
    assert.deepEqual(components[0]?.points, { temperature: { zigbee2mqtt: 'A', base: 'home/zigbee' } });
  });

  test('that cannot be used is listed with its reason, and so is what it has besides', async () => {
    const { components, unplaced } = await proposed([
      { friendly_name: 'Coordinator', type: 'Coordinator' },
      device('Off', [], { disabled: true }),
      device('New', [], { interview_completed: false }),
      device('Odd', [], { definition: null }),
      device('a/+/b', [numeric('temperature')]),
      device('Window watch', [{ type: 'switch', features: [onOff('window_detection')] }]),
      device('Remote', [{ type: 'enum', name: 'action', property: 'action', access: 1 }, numeric('linkquality')]),
      device('Mute', [numeric('temperature', 2)]),
    ]);

    assert.deepEqual(components, []);
    assert.deepEqual(
      unplaced.map(({ what, why }) => `${what}: ${why}`),
      [
        'Off (Maker M1): is disabled in Zigbee2MQTT',
        'New (Maker M1): was not interviewed; do that in Zigbee2MQTT',
        'Odd: is not supported by Zigbee2MQTT',
        'a/+/b (Maker M1): has a name that is no topic; give it another in Zigbee2MQTT',
        'Window watch (Maker M1): window_detection: no property of its components is that',
        'Remote (Maker M1): action, linkquality: no property of its components is that',
        'Mute (Maker M1): temperature: no property of its components is that',
      ],
    );
  });

  test('is only in a list of devices', () => {
    assert.match(String(zigbeeDevices({ a: 1 })), /is no list of devices/);
    assert.match(String(zigbeeDevices([{ id: 1 }])), /none has a friendly_name/);
    for (const odd of [
      [],
      [{ friendly_name: 'a', definition: { exposes: [null, 1, { features: [null, { name: 1 }] }] } }],
    ]) {
      assert.equal(typeof zigbeeDevices(odd), 'object');
    }
  });
});
