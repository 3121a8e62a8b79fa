import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kindOf, refine } from '../../../twin/index.ts';
import { contentIn, type MappedPoint } from '../mapping.ts';
import { Payload } from '../payload.ts';
import { homeAssistant } from './home-assistant.ts';

test('whatever is announced, it gives topics that can be subscribed to, or a sentence', () => {
  const name = fc.constantFrom(
    'stat_t',
    'cmd_t',
    'val_tpl',
    '~',
    'avty',
    'cmps',
    'bri_scl',
    'schema',
    'pos_open',
    '__proto__',
  );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('a/b', '~/c', '+/x', '{{ value_json.a }}', '{{ value|int }}', 'json', 0, -1, { toString: false }),
  );
  const entity = fc.dictionary(name, value, { maxKeys: 6 });
  const message = fc.oneof(
    entity,
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom('a', 'b'), entity).map((cmps) => ({ cmps })),
  );
  const points = [
    ['dimmer', 'brightness', 'light/a'],
    ['switch', 'state', 'switch/a'],
    ['shutter', 'position', 'cover/a'],
    ['door-lock', 'locked', 'lock/a'],
    ['thermostat', 'setpoint', 'climate/a'],
    ['energy-meter', 'power', 'device/a'],
  ] as const;
  fc.assert(
    fc.property(message, value, (announced, payload) => {
      for (const [type, property, at] of points) {
        const kind = kindOf(type)?.properties[property];
        assert.ok(kind);
        const topics = homeAssistant({ homeassistant: at }, property, kind, announced);
        if (typeof topics === 'string') {
          assert.ok(topics.length > 10);
          continue;
        }
        for (const topic of [
          topics.topic,
          topics.command?.topic,
          ...(topics.availability ?? []).map((row) => row.topic),
        ]) {
          assert.ok(topic === undefined || /^[^+#]+$/.test(topic), topic);
        }
        const point: MappedPoint = { cid: 'C1', property, kind, address: topics };
        const content = contentIn(point, new Payload(Buffer.from(JSON.stringify(payload) ?? '')));
        if (content !== null) assert.notEqual(refine(kind, content), null);
      }
    }),
    { numRuns: 100_000 },
  );
});
