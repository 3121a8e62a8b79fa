import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BUS_TYPES } from '../controller/configuration/bus-types.ts';
import { readConfiguration } from '../controller/configuration/read-configuration.ts';
import { topicsOf } from '../hardware/mqtt/devices/index.ts';
import { KINDS } from '../twin/index.ts';

const guide = readFileSync(new URL('mqtt.md', import.meta.url), 'utf8');

test('the example of the guide is a good configuration, but for its certificate', async () => {
  const example = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const text = `name: House\ntimeZone: UTC\nplace: { latitude: 1, longitude: 1 }\ndata: data\n${example.replace(/^ {4}ca:.*\n/m, '')}`;
  const { buses } = await readConfiguration('controller.yaml', text);

  assert.deepEqual(
    buses.map(({ name, points }) => [name, points.length]),
    [['broker', 6]],
  );
  assert.ok(BUS_TYPES.mqtt);
});

test('the guide names the properties of each family, all of them and no others', () => {
  const names = new Set(KINDS.flatMap(({ properties }) => Object.keys(properties)));
  for (const family of ['zigbee2mqtt', 'tasmota', 'shelly']) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`{${family}:`)) ?? '';
    const said = row.split('|').at(-2)?.trim().split(', ');
    const address = { [family]: 'x' } as Parameters<typeof topicsOf>[0];
    const known = [...names].filter((property) => topicsOf(address, property) !== undefined);

    assert.deepEqual(said?.toSorted(), known.toSorted(), family);
  }
});
