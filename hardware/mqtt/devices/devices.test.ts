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

/** A lamp as Zigbee2MQTT describes it, which takes its color in these forms. */
const lamp = (access: number, ...forms: readonly (readonly [name: string, ...of: readonly string[]])[]) => [
  {
    friendly_name: 'lamp',
    definition: {
      exposes: [
        {
          type: 'light',
          features: forms.map(([name, ...of]) => ({
            ...{ type: 'composite', name, property: 'color', access },
            features: of.map((property) => ({ type: 'numeric', name: property, property, access })),
          })),
        },
      ],
    },
  },
];

describe('devices of known families', () => {
  const [xy, hs] = [['color_xy', 'x', 'y'] as const, ['color_hs', 'hue', 'saturation'] as const];
  const red = { x: 0.64, y: 0.33 };
  const blue = { hue: 240, saturation: 100 };
  const colors: readonly (readonly [string, string, string | null])[] = [
    ['as a chromaticity', JSON.stringify({ color: red, color_mode: 'xy' }), 'FF0000'],
    ['as a hue', JSON.stringify({ color: blue, color_mode: 'hs' }), '0000FF'],
    ['both ways, of which the hue counts', JSON.stringify({ color: { ...red, ...blue }, color_mode: 'hs' }), '0000FF'],
    [
      'both ways, of which the chromaticity counts',
      JSON.stringify({ color: { ...red, ...blue }, color_mode: 'xy' }),
      'FF0000',
    ],
    ['without a mode', JSON.stringify({ color: blue }), '0000FF'],
    [
      'of before, while a warm white counts',
      JSON.stringify({ color: red, color_mode: 'color_temp', color_temp: 370 }),
      'FFAD59',
    ],
    [
      'of before, while a white counts that nobody knows',
      JSON.stringify({ color: red, color_mode: 'color_temp' }),
      null,
    ],
    ['in a form that does not count', JSON.stringify({ color: red, color_mode: 'hs' }), null],
    ['out of range', JSON.stringify({ color: { x: 0.9, y: 0.9 } }), null],
    ['as words', JSON.stringify({ color: { x: '0.64', y: '0.33' } }), null],
    ['as nothing', JSON.stringify({ color: null, brightness: 3 }), null],
  ];
  for (const [how, said, content] of colors) {
    test(`a lamp says its color ${how}`, () => {
      assert.equal(heard(pointOf('color-light', 'color', { zigbee2mqtt: 'lamp' }), said), content);
    });
  }

  test('a lamp is told its color in a form that it takes, and nothing of its brightness', () => {
    const toldTo = (description?: unknown) =>
      told(pointOf('color-light', 'color', { zigbee2mqtt: 'lamp' }, description), 'FF8000');
    const chromaticity = 'zigbee2mqtt/lamp/set {"color":{"x":0.543,"y":0.407}}';
    assert.equal(toldTo(), chromaticity);
    assert.equal(toldTo(lamp(7, xy)), chromaticity);
    assert.equal(toldTo(lamp(7, hs, xy)), chromaticity);
    for (const only of [hs, ['color_hs', 'hue_l2', 'saturation_l2'] as const]) {
      assert.equal(toldTo(lamp(7, only)), 'zigbee2mqtt/lamp/set {"color":{"hue":30.1,"saturation":100}}');
    }
    assert.equal(toldTo(lamp(1, xy)), null);
    assert.equal(told(pointOf('color-light', 'color', { zigbee2mqtt: 'lamp' }), '000000'), null);
  });

  test('one of two lamps has a color of its own', () => {
    const point = pointOf('color-light', 'color', { zigbee2mqtt: 'two', path: 'color_l2' });
    const other = { color_l1: red, color_mode_l1: 'xy', color_mode: 'hs' };
    assert.equal(
      heard(point, JSON.stringify({ ...other, color_l2: { ...red, ...blue }, color_mode_l2: 'hs' })),
      '0000FF',
    );
    assert.equal(
      heard(point, JSON.stringify({ ...other, color_l2: red, color_mode_l2: 'color_temp', color_temp_l2: 370 })),
      'FFAD59',
    );
    assert.equal(told(point, 'FF0000'), 'zigbee2mqtt/two/set {"color_l2":{"x":0.6401,"y":0.33}}');
  });

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
