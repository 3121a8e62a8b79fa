import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Content, kindOf } from '../../../twin/index.ts';
import type { MqttAddress } from '../address.ts';
import { contentIn, type MappedPoint, messageFor } from '../mapping.ts';
import { Payload } from '../payload.ts';
import { resolved } from './index.ts';

const pointOf = (type: string, property: string, address: MqttAddress, description?: unknown): MappedPoint => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  const topics = resolved(address, { property, kind }, description);
  assert.ok(typeof topics !== 'string', String(topics));
  return { cid: 'C1', property, kind, address: topics };
};

const heard = (point: MappedPoint, text: string): Content | null => contentIn(point, new Payload(Buffer.from(text)));
const told = (point: MappedPoint, content: Content): string | null => {
  const message = messageFor(point, content);
  return message === null ? null : `${message.topic} ${message.payload}`;
};

/** A thermostat as Zigbee2MQTT describes it, with these modes. */
const thermostat = (...values: readonly string[]) => [
  {
    friendly_name: 'trv',
    definition: {
      exposes: [
        {
          type: 'climate',
          features: [{ type: 'enum', name: 'system_mode', property: 'system_mode', access: 7, values }],
        },
      ],
    },
  },
];

describe('devices of known families', () => {
  const stops: readonly (readonly [MqttAddress, string, string])[] = [
    [{ zigbee2mqtt: 'blind' }, '{"state":"STOP"}', 'zigbee2mqtt/blind/set {"state":"STOP"}'],
    [{ zigbee2mqtt: 'two', path: 'state_left' }, '{"state_left":"OPEN"}', 'zigbee2mqtt/two/set {"state_left":"STOP"}'],
    [{ tasmota: 'blind', channel: 2 }, '{"Shutter2":{"Position":30}}', 'cmnd/blind/ShutterStop2 1'],
    [
      { shelly: 'plus2', channel: 1 },
      '{"id":1,"state":"opening"}',
      'plus2/rpc {"id":0,"src":"twinhaus","method":"Cover.Stop","params":{"id":1}}',
    ],
  ];
  for (const [address, said, command] of stops) {
    test(`hold a cover where it is, and can be told nothing else: ${command}`, () => {
      const point = pointOf('shutter', 'stop', address);
      assert.equal(told(point, 1), command);
      assert.equal(told(point, 0), null);
      assert.equal(heard(point, said), null);
    });
  }

  test('a Shelly has a property where the component that was named has it', () => {
    for (const [component, property] of [
      ['cover', 'state'],
      ['em', 'brightness'],
      ['pm1', 'state'],
    ] as const) {
      const kind = kindOf('dimmer')?.properties[property];
      assert.ok(kind);
      assert.equal(typeof resolved({ shelly: 'x', component }, { property, kind }, undefined), 'string');
    }
  });

  test('slats that are open are level', () => {
    const point = pointOf('blind', 'angle', { zigbee2mqtt: 'blind' });
    assert.deepEqual(
      [100, 50, 0].map((tilt) => heard(point, JSON.stringify({ tilt }))),
      [0, 45, 90],
    );
    assert.equal(told(point, 45), 'zigbee2mqtt/blind/set {"tilt":50}');
  });

  test('a thermostat is told the modes that it has, and no others', () => {
    const [off, comfort, economy] = [0, 1, 2];
    const usual = pointOf('thermostat', 'mode', { zigbee2mqtt: 'trv' }, thermostat('off', 'auto', 'heat'));
    assert.deepEqual(
      ['off', 'heat', 'auto', 'cool'].map((system_mode) => heard(usual, JSON.stringify({ system_mode }))),
      [off, comfort, comfort, null],
    );
    assert.equal(told(usual, comfort), 'zigbee2mqtt/trv/set {"system_mode":"heat"}');
    assert.equal(told(usual, off), 'zigbee2mqtt/trv/set {"system_mode":"off"}');
    assert.equal(told(usual, economy), null);
    const scheduled = pointOf('thermostat', 'mode', { zigbee2mqtt: 'trv' }, thermostat('off', 'auto'));
    assert.equal(told(scheduled, comfort), 'zigbee2mqtt/trv/set {"system_mode":"auto"}');
    const always = pointOf('thermostat', 'mode', { zigbee2mqtt: 'trv' }, thermostat('heat'));
    assert.equal(told(always, off), null);
  });
});
