import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kindOf } from '../../../twin/index.ts';
import { contentIn, type MappedPoint, messageFor } from '../mapping.ts';
import { Payload } from '../payload.ts';
import { homeAssistant } from './home-assistant.ts';

const resolve = (type: string, property: string, at: string, message: unknown) => {
  const kind = kindOf(type)?.properties[property];
  assert.ok(kind, `${type} ${property}`);
  return { kind, topics: homeAssistant({ homeassistant: at }, property, kind, message) };
};

const pointOf = (...args: Parameters<typeof resolve>): MappedPoint => {
  const { kind, topics } = resolve(...args);
  assert.ok(typeof topics !== 'string', String(topics));
  return { cid: 'C1', property: args[1], kind, address: topics };
};

/** A lamp that is told so many objects one within the other. */
const nested = (depth: number, inside: string, beside = '') => ({
  ...{ stat_t: 's', cmd_t: 'c' },
  cmd_tpl: `{${beside}"a":${'{"a":'.repeat(depth)}${inside}${'}'.repeat(depth + 1)}`,
});

describe('JSON in what a device announces', () => {
  const rows: readonly (readonly [string, () => MappedPoint, string, number, string | null])[] = [
    [
      'a contact whose payloads are JSON',
      () =>
        pointOf('window-contact', 'open', 'binary_sensor/w', {
          ...{ stat_t: 'w', val_tpl: '{{ value_json.contact }}', pl_on: false, pl_off: true },
        }),
      '{"contact":false}',
      1,
      null,
    ],
    [
      'truth as Home Assistant writes it',
      () =>
        pointOf('motion-sensor', 'motion', 'binary_sensor/m', {
          ...{ stat_t: 'm', val_tpl: '{{ value_json.moved }}', pl_on: 'True', pl_off: 'False' },
        }),
      '{"moved":true}',
      1,
      null,
    ],
    [
      'a lock that says numbers',
      () =>
        pointOf('door-lock', 'locked', 'lock/z', {
          ...{ stat_t: 'z', cmd_t: 'z/set', val_tpl: '{{ value_json.value }}' },
          ...{ state_locked: 255, state_unlocked: 0, payload_lock: 255, payload_unlock: 0 },
        }),
      '{"time":1,"value":255}',
      1,
      'z/set 255',
    ],
    [
      'a relay that says a number for a text',
      () =>
        pointOf('switch', 'state', 'switch/n', {
          ...{ stat_t: 'n', cmd_t: 'n/set', val_tpl: '{{ value_json.on }}', pl_on: '1', pl_off: '0' },
        }),
      '{"on":1}',
      1,
      'n/set 1',
    ],
    [
      'a cover that is told an object',
      () =>
        pointOf('shutter', 'position', 'cover/z', {
          ...{ pos_t: 'z', pos_tpl: '{{ value_json["position"] }}', set_pos_t: 'z/set' },
          set_pos_tpl: '{ "position": {{ position }}, "transition": 2 }',
        }),
      '{"position":30}',
      70,
      'z/set {"position":30,"transition":2}',
    ],
    [
      'a number that is told an object',
      () =>
        pointOf('radiator-valve', 'valve', 'number/v', {
          ...{ stat_t: 'v', cmd_t: 'v/set', cmd_tpl: '{"set":{"valve":{{value}}}}' },
        }),
      '40',
      40,
      'v/set {"set":{"valve":40}}',
    ],
    [
      'a select that is told an object',
      () =>
        pointOf('thermostat', 'mode', 'select/m', {
          ...{ stat_t: 'm', cmd_t: 'm/set', cmd_tpl: '{"mode": "{{ value }}"}', options: ['off', 'comfort'] },
        }),
      'comfort',
      1,
      'm/set {"mode":"comfort"}',
    ],
  ];
  for (const [what, pointed, payload, content, command] of rows) {
    test(`is understood: ${what}`, () => {
      const point = pointed();
      assert.equal(contentIn(point, new Payload(Buffer.from(payload))), content);
      const message = messageFor(point, content);
      assert.equal(message === null ? null : `${message.topic} ${message.payload}`, command);
    });
  }

  const strange: readonly (readonly [string, Parameters<typeof resolve>])[] = [
    [
      'a word where JSON has none',
      ['switch', 'state', 'light/l', { stat_t: 's', cmd_t: 'c', cmd_tpl: '{"a":{{ value }}}' }],
    ],
    [
      'a value that stands twice',
      [
        'shutter',
        'position',
        'cover/c',
        { pos_t: 's', set_pos_t: 'c', set_pos_tpl: '{"a":{{ position }},"b":{{ position }}}' },
      ],
    ],
    [
      'a value of another name',
      ['shutter', 'position', 'cover/c', { pos_t: 's', set_pos_t: 'c', set_pos_tpl: '{"a":{{ value_json }}}' }],
    ],
    [
      'a percentage of a cover that counts otherwise',
      [
        'shutter',
        'position',
        'cover/c',
        { pos_t: 's', set_pos_t: 'c', set_pos_tpl: '{"a":{{ position }}}', pos_open: 0, pos_clsd: 100 },
      ],
    ],
    ['a value that stands deeper than anybody looks', ['switch', 'state', 'light/l', nested(20_000, '"{{ value }}"')]],
    [
      'something beside the value that is deeper than anybody looks',
      ['switch', 'state', 'light/l', nested(20_000, '1', '"b":"{{ value }}",')],
    ],
  ];
  for (const [what, args] of strange) {
    test(`is not understood: ${what}`, () => {
      const { topics } = resolve(...args);
      assert.ok(typeof topics === 'string' && /more than/.test(topics), JSON.stringify(topics));
    });
  }
});
