import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kindOf } from '../../../twin/index.ts';
import { contentIn, type MappedPoint, messageFor } from '../mapping.ts';
import { Payload } from '../payload.ts';
import { homeAssistant } from './home-assistant.ts';
import { fieldOfTemplate } from './template.ts';

const resolve = (type: string, property: string, at: string, message: unknown, component?: string) => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  const address = { homeassistant: at, ...(component !== undefined && { component }) };
  const topics = homeAssistant(address, property, kind, message);
  return { kind, topics };
};

const pointOf = (...args: Parameters<typeof resolve>): MappedPoint => {
  const { kind, topics } = resolve(...args);
  assert.ok(typeof topics !== 'string', String(topics));
  return { cid: 'C1', property: args[1], kind, address: topics };
};

const heard = (point: MappedPoint, text: string) => contentIn(point, new Payload(Buffer.from(text)));
const told = (point: MappedPoint, content: number | string) => {
  const message = messageFor(point, content);
  return message === null ? null : `${message.topic} ${message.payload}`;
};

/** Announcements as the documentation of Home Assistant and of the devices shows them. */
const LAMP = { '~': 'home/lamp', stat_t: '~/state', cmd_t: '~/set', pl_on: 'an', pl_off: 'aus' };
const DIMMER = {
  ...{ schema: 'json', state_topic: 'z/lamp', command_topic: 'z/lamp/set', brightness: true, brightness_scale: 254 },
  availability: [{ topic: 'z/bridge/state', value_template: '{{ value_json.state }}' }, { topic: 'z/lamp/there' }],
  availability_mode: 'all',
};
const DEVICE = {
  ...{ dev: { ids: ['1'] }, o: { name: 'x' }, stat_t: 'plug/state', avty_t: 'plug/lwt', pl_avail: 'Online' },
  ...{ pl_not_avail: 'Offline' },
  cmps: {
    relay: { p: 'switch', cmd_t: 'plug/set', val_tpl: "{{ value_json['relay'] }}", uniq_id: 'a' },
    power: { p: 'sensor', unit_of_meas: 'kW', val_tpl: '{{ value_json.meter[0].power }}', uniq_id: 'b' },
    gone: { p: 'sensor' },
  },
};

describe('an announcement to Home Assistant', () => {
  const rows: readonly (readonly [string, MappedPoint, string, number | string | null, string | null])[] = [
    ['a lamp with ~', pointOf('switch', 'state', 'light/lamp', LAMP), 'an', 1, 'home/lamp/set an'],
    [
      'a JSON light',
      pointOf('dimmer', 'state', 'light/a/b', DIMMER),
      '{"state":"OFF"}',
      0,
      'z/lamp/set {"state":"OFF"}',
    ],
    [
      'its brightness',
      pointOf('dimmer', 'brightness', 'light/a/b', DIMMER),
      '{"brightness":127}',
      100,
      'z/lamp/set {"state":"ON","brightness":127}',
    ],
    [
      'mired',
      pointOf('color-light', 'colorTemperature', 'light/c', { clr_temp_stat_t: 'c', clr_temp_cmd_t: 'c/set' }),
      '250',
      4000,
      'c/set 250',
    ],
    [
      'kelvin',
      pointOf('color-light', 'colorTemperature', 'light/c', { clr_temp_stat_t: 'c', color_temp_kelvin: true }),
      '2700',
      2700,
      null,
    ],
    [
      'a relay of a device',
      pointOf('switch', 'state', 'device/plug', DEVICE, 'relay'),
      '{"relay":"ON"}',
      1,
      'plug/set ON',
    ],
    [
      'its power in kW',
      pointOf('energy-meter', 'power', 'device/plug', DEVICE, 'power'),
      '{"meter":[{"power":1.5}]}',
      1500,
      null,
    ],
    ['a contact', pointOf('window-contact', 'open', 'binary_sensor/w', { state_topic: 'w' }), 'ON', 1, null],
    [
      '°F',
      pointOf('temperature-sensor', 'temperature', 'sensor/t', { stat_t: 't', unit_of_meas: '°F' }),
      '212',
      1000,
      null,
    ],
    [
      'a cover, the other way round',
      pointOf('shutter', 'position', 'cover/s', { pos_t: 's', set_pos_t: 's/set', pos_open: 0, pos_clsd: 255 }),
      '51',
      20,
      's/set 51',
    ],
    ['how it moves', pointOf('shutter', 'moving', 'cover/s', { stat_t: 's' }), 'open', 0, null],
    ['its stop', pointOf('shutter', 'stop', 'cover/s', { stat_t: 's', cmd_t: 's/cmd' }), 'stopped', null, null],
    [
      'a lock, whose states are no commands',
      pointOf('door-lock', 'locked', 'lock/l', { stat_t: 'l', cmd_t: 'l/set' }),
      'LOCKED',
      1,
      'l/set LOCK',
    ],
    [
      'a thermostat',
      pointOf('thermostat', 'setpoint', 'climate/k', { temp_stat_t: 'k', temp_cmd_t: 'k/set' }),
      '21.5',
      43,
      'k/set 21.5',
    ],
    [
      'a select',
      pointOf('thermostat', 'mode', 'select/m', { stat_t: 'm', cmd_t: 'm/set', options: ['off', 'comfort'] }),
      'comfort',
      1,
      'm/set comfort',
    ],
  ];
  for (const [what, point, payload, content, command] of rows) {
    test(`is understood: ${what}`, () => {
      assert.equal(heard(point, payload), content);
      assert.equal(content === null ? null : told(point, content), command);
    });
  }

  test('stops a cover, and knows no other word for it', () => {
    const stop = pointOf('shutter', 'stop', 'cover/s', { stat_t: 's', cmd_t: 's/cmd', pl_stop: 'HALT' });
    assert.equal(told(stop, 1), 's/cmd HALT');
    assert.equal(told(stop, 0), null);
  });

  test('says where its availability stands', () => {
    const dimmer = pointOf('dimmer', 'state', 'light/a', DIMMER).address;
    assert.deepEqual(
      [dimmer.mode, dimmer.availability],
      [
        'all',
        [
          { topic: 'z/bridge/state', path: 'state', online: 'online', offline: 'offline' },
          { topic: 'z/lamp/there', online: 'online', offline: 'offline' },
        ],
      ],
    );
    assert.deepEqual(pointOf('switch', 'state', 'device/plug', DEVICE, 'relay').address.availability, [
      { topic: 'plug/lwt', online: 'Online', offline: 'Offline' },
    ]);
  });

  const strange: readonly (readonly [string, RegExp, Parameters<typeof resolve>])[] = [
    ['nothing', /not announced/, ['switch', 'state', 'light/lamp', undefined]],
    ['no object', /no JSON object/, ['switch', 'state', 'light/lamp', ['x']]],
    ['a program', /more than/, ['switch', 'state', 'light/l', { stat_t: 's', val_tpl: '{{ value|upper }}' }]],
    [
      'a program as a command',
      /more than/,
      ['switch', 'state', 'light/l', { stat_t: 's', cmd_t: 'c', cmd_tpl: '{"a":{{ value | upper }}}' }],
    ],
    ['a wildcard', /without \+ and #/, ['switch', 'state', 'light/l', { stat_t: 's/#' }]],
    ['a wildcard in ~', /without \+ and #/, ['switch', 'state', 'light/l', { '~': '+', stat_t: '~/s' }]],
    [
      'an unknown unit',
      /nobody can say/,
      ['energy-meter', 'power', 'sensor/p', { stat_t: 'p', unit_of_meas: 'BTU/h' }],
    ],
    ['another platform', /is none of/, ['switch', 'state', 'vacuum/v', { stat_t: 'v' }]],
    ['another property', /has no position/, ['shutter', 'position', 'switch/v', { stat_t: 'v' }]],
    ['another encoding', /utf-8/, ['switch', 'state', 'switch/v', { stat_t: 'v', encoding: '' }]],
    ['a component that was taken out', /taken out/, ['energy-meter', 'power', 'device/d', DEVICE, 'gone']],
    ['a component that is not there', /relay, power, gone/, ['energy-meter', 'power', 'device/d', DEVICE, 'toString']],
    ['several components', /name its component/, ['energy-meter', 'power', 'device/d', DEVICE]],
  ];
  for (const [what, says, args] of strange) {
    test(`is not understood, and says why: ${what}`, () => {
      const { topics } = resolve(...args);
      assert.ok(typeof topics === 'string' && says.test(topics), JSON.stringify(topics));
    });
  }
});

test('a template is understood if it names a field, and not otherwise', () => {
  const known = {
    '{{ value }}': '',
    '{{value_json.a}}': 'a',
    '{{ value_json.a.b2_c }}': 'a.b2_c',
    "{{ value_json['a'][0].b }}": 'a[0].b',
    '{{- value_json["a b"] -}}': 'a b',
  };
  for (const [template, field] of Object.entries(known)) assert.equal(fieldOfTemplate(template), field, template);
  for (const template of [
    '',
    'value',
    '{{ value_json }}',
    '{{ value_json.a | float }}',
    '{{ value_json[0] }}',
    '{{ value_json.a }}{{ value_json.b }}',
    '{% if x %}1{% endif %}',
    "{{ value_json['a'] ~ 'b' }}",
    "{{ value_json.get('a') }}",
    '{{ value_json.a + 1 }}',
    "{{ value_json['a.b'] }}",
  ]) {
    assert.equal(fieldOfTemplate(template), undefined, template);
  }
});
