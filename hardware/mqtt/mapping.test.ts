import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Content, kindOf, refine } from '../../twin/index.ts';
import type { MqttAddress } from './address.ts';
import { resolved } from './devices/index.ts';
import { availableIn, contentIn, type MappedPoint, messageFor } from './mapping.ts';
import { Payload } from './payload.ts';

const pointOf = (type: string, property: string, address: MqttAddress): MappedPoint => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  const topics = resolved(address, { property, kind }, undefined);
  assert.ok(typeof topics !== 'string', String(topics));
  return { cid: 'C1', property, kind, address: topics };
};

const heard = (point: MappedPoint, text: string): Content | null => contentIn(point, new Payload(Buffer.from(text)));

/** What each family of devices says and is told, from their own documentation. */
const FAMILIES: readonly (readonly [string, string, MqttAddress, string, Content, string | null])[] = [
  [
    'dimmer',
    'state',
    { zigbee2mqtt: 'lamp' },
    '{"state":"ON","brightness":254}',
    1,
    'zigbee2mqtt/lamp/set {"state":"ON"}',
  ],
  [
    'dimmer',
    'brightness',
    { zigbee2mqtt: 'lamp' },
    '{"brightness":127}',
    100,
    'zigbee2mqtt/lamp/set {"brightness":127}',
  ],
  [
    'color-light',
    'color',
    { zigbee2mqtt: 'lamp' },
    '{"color":{"x":0.6401,"y":0.33},"color_mode":"xy"}',
    'FF0000',
    'zigbee2mqtt/lamp/set {"color":{"x":0.6401,"y":0.33}}',
  ],
  ['window-contact', 'open', { zigbee2mqtt: 'w', base: 'z2m' }, '{"contact":false}', 1, null],
  ['motion-sensor', 'motion', { zigbee2mqtt: 'm' }, '{"occupancy":true,"battery":80}', 1, null],
  ['shutter', 'position', { zigbee2mqtt: 's' }, '{"position":100}', 0, 'zigbee2mqtt/s/set {"position":100}'],
  [
    'switch',
    'state',
    { zigbee2mqtt: 'two', path: 'state_l2' },
    '{"state_l2":"OFF"}',
    0,
    'zigbee2mqtt/two/set {"state_l2":"OFF"}',
  ],
  ['switch', 'state', { tasmota: 'plug' }, 'ON', 1, 'cmnd/plug/Power ON'],
  ['switch', 'state', { tasmota: 'plug', channel: 2 }, 'OFF', 0, 'cmnd/plug/Power2 OFF'],
  ['shutter', 'position', { tasmota: 'blind' }, '{"Shutter1":{"Position":30}}', 70, 'cmnd/blind/ShutterPosition1 30'],
  ['socket', 'power', { tasmota: 'plug' }, '{"ENERGY":{"Total":1.234,"Power":57}}', 570, null],
  [
    'switch',
    'state',
    { shelly: 'plus1' },
    '{"id":0,"output":true,"apower":8.9}',
    1,
    'plus1/rpc {"id":0,"src":"twinhaus","method":"Switch.Set","params":{"id":0,"on":true}}',
  ],
  ['energy-meter', 'power', { shelly: 'pm' }, '{"apower":-8.9}', -9, null],
  [
    'dimmer',
    'state',
    { shelly: 'dim', component: 'light' },
    '{"id":0,"output":false,"brightness":40}',
    0,
    'dim/rpc {"id":0,"src":"twinhaus","method":"Light.Set","params":{"id":0,"on":false}}',
  ],
  ['shutter', 'moving', { shelly: 'sh' }, '{"id":0,"state":"open","current_pos":100}', 0, null],
  ['shutter', 'moving', { shelly: 'sh' }, '{"id":0,"state":"closing"}', 2, null],
  ['energy-meter', 'power', { shelly: 'em', component: 'em' }, '{"id":0,"total_act_power":559.4}', 559, null],
  [
    'energy-meter',
    'energyImported',
    { shelly: 'em', component: 'em' },
    '{"id":0,"total_act":2589773.39}',
    2589773,
    null,
  ],
  ['energy-meter', 'energyExported', { shelly: 'em', component: 'em1' }, '{"total_act_ret_energy":1026}', 1026, null],
  ['radiator-valve', 'charge', { shelly: 'ht' }, '{"id":0,"battery":{"V":5.1,"percent":68}}', 68, null],
  ['switch', 'state', { topic: 't', on: 'an', off: 'aus', command: { topic: 's' } }, 'aus', 0, 's aus'],
  ['thermostat', 'mode', { topic: 't', words: { heat: 'comfort' }, command: { topic: 's' } }, 'heat', 1, 's heat'],
  ['thermostat', 'setpoint', { topic: 't', scale: 0.1, command: { topic: 's' } }, '215', 43, 's 215'],
];

describe('what devices on a broker say and are told', () => {
  for (const [type, property, address, payload, content, told] of FAMILIES) {
    test(`${property} of a ${type}: ${payload}`, () => {
      const point = pointOf(type, property, address);

      assert.equal(heard(point, payload), content);
      const message = messageFor(point, content);
      assert.equal(message === null ? null : `${message.topic} ${message.payload}`, told);
    });
  }

  test('a payload of any bytes says a content that the property can have, or none', () => {
    const points = FAMILIES.map(([type, property, address]) => pointOf(type, property, address));
    const json = fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text));
    const near = fc
      .tuple(
        fc.constantFrom('state', 'brightness', 'position', 'color', 'ENERGY', 'output', 'apower', '__proto__'),
        fc.oneof(fc.jsonValue(), fc.constant({ toString: false })),
      )
      .map(([key, value]) => Buffer.from(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`));
    const bytes = fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array));
    fc.assert(
      fc.property(fc.oneof(bytes, json, near), (payload) => {
        const arrived = new Payload(payload);
        for (const point of points) {
          const content = contentIn(point, arrived);
          if (content !== null) assert.notEqual(refine(point.kind, content), null);
        }
      }),
      { numRuns: 100_000 },
    );
    assert.deepEqual(({} as { polluted?: unknown }).polluted, undefined);
  });

  test('an object that cannot be written as a text is no content, no state, and no description', () => {
    const odd = { toString: false, valueOf: 0 };
    const within = Object.fromEntries(['state', 'brightness', 'position', 'color', 'a'].map((key) => [key, odd]));
    for (const said of [odd, [odd], within]) {
      const payload = new Payload(Buffer.from(JSON.stringify(said)));
      for (const [type, property, address] of FAMILIES) {
        assert.equal(contentIn(pointOf(type, property, address), payload), null, `${type} ${property}`);
      }
      assert.equal(contentIn(pointOf('color-light', 'color', { topic: 't', path: 'a' }), payload), null);
      for (const path of ['state', 'toString']) assert.equal(availableIn({ topic: 't', path }, payload), undefined);
    }
    const kind = kindOf('dimmer')?.properties.brightness;
    assert.ok(kind);
    for (const each of [
      { type: odd, property: 'brightness', access: odd, value_max: odd, unit: odd },
      { type: 'composite', property: odd, features: [{ property: 'brightness', access: odd }] },
    ]) {
      const device = { friendly_name: 'lamp', definition: { exposes: [odd, each] } };
      assert.ok(typeof resolved({ zigbee2mqtt: 'lamp' }, { property: 'brightness', kind }, [odd, device]) === 'object');
    }
  });

  test('bytes that are no UTF-8 say nothing', () => {
    const word = pointOf('color-light', 'color', { topic: 't' });
    assert.notEqual(contentIn(word, new Payload(Buffer.from('#ff8800'))), null);
    for (const bytes of [[0xff], [0x23, 0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
      const payload = new Payload(Buffer.from(bytes));
      assert.equal(payload.text, undefined);
      for (const [type, property, address] of FAMILIES) {
        assert.equal(contentIn(pointOf(type, property, address), payload), null);
      }
    }
  });

  test('a command has its own words where it is told so', () => {
    const address = { topic: 't', on: 'open', off: 'shut', command: { topic: 's', on: 'OPEN', off: 'SHUT' } };
    const point = pointOf('switch', 'state', address);
    assert.equal(heard(point, 'shut'), 0);
    assert.equal(messageFor(point, 0)?.payload, 'SHUT');
    const half = pointOf('switch', 'state', { topic: 't', command: { topic: 's', on: 'BELL' } });
    assert.equal(messageFor(half, 1)?.payload, 'BELL');
    assert.equal(messageFor(half, 0), null);
  });

  test('whatever is told comes back as what was meant', () => {
    for (const [type, property, address] of FAMILIES) {
      const point = pointOf(type, property, address);
      const { content } = point.kind;
      if (point.address.command === undefined || !('minimum' in content)) continue;
      for (let told = content.minimum; told <= content.maximum; told += 1) {
        const message = messageFor(point, told);
        assert.ok(message, `${property} ${told}`);
        const own = { ...point, address: { ...point.address, path: point.address.command.path } } as MappedPoint;
        const back = heard(own, message.payload);
        assert.equal(back, told, `${property} ${told}`);
      }
    }
  });
});
