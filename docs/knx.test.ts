import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfiguration } from '../controller/configuration/read-configuration.ts';
import { DATAPOINT_TYPES } from '../hardware/knx/dpt/index.ts';
import { LIMITS } from '../hardware/knx/limits.ts';
import { PointAddress } from '../hardware/knx/point-address.ts';
import { Settings } from '../hardware/knx/settings.ts';

const guide = readFileSync(new URL('knx.md', import.meta.url), 'utf8');
const rowsOf = (heading: string): readonly string[] => {
  const part = guide.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';
  return part.split('\n').filter((line) => /^\| [`\d]/.test(line));
};

test('the example of the guide is a good configuration', async () => {
  const example = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const text = `name: House\ntimeZone: UTC\nplace: { latitude: 1, longitude: 1 }\ndata: data\n${example}`;
  const { buses } = await readConfiguration('controller.yaml', text);

  assert.deepEqual(
    buses.map(({ name, points }) => [name, points.length]),
    [['knx', 8]],
  );
});

test('the example of a bus among routers is a good configuration', async () => {
  const example = guide.split('## Among routers')[1]?.match(/```yaml\n([\s\S]*?)```/)?.[1] ?? '';
  const text = `name: House\ntimeZone: UTC\nplace: { latitude: 1, longitude: 1 }\ndata: data\n${example}components:
  - { cid: C1, type: switch, name: Lamp, bus: knx, points: { state: { write: 1/1/1, status: 1/1/2, dpt: "1.001" } } }\n`;
  const { buses } = await readConfiguration('controller.yaml', text);

  assert.deepEqual(
    buses.map(({ name, points }) => [name, points.length]),
    [['knx', 1]],
  );
});

test('the guide lists every datapoint type with its unit, and no other', () => {
  const mains = [...new Set(DATAPOINT_TYPES.map(({ id }) => id.split('.')[0]))];
  const rows = mains.map((main) => {
    const types = DATAPOINT_TYPES.filter(({ id }) => id.startsWith(`${main}.`));
    const said = types.map(({ id, name, unit }) => `${id.split('.')[1]} ${unit ?? name}`);
    return `| ${main} | ${said.join(', ')} |`;
  });

  assert.deepEqual(rowsOf('Datapoint types'), rows);
});

test('the guide explains every setting and every field of an address, and no other', () => {
  for (const [heading, schema] of [
    ['The bus', Settings],
    ['A point', PointAddress],
  ] as const) {
    const explained = rowsOf(heading).flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    assert.deepEqual(explained.toSorted(), Object.keys(schema.properties).toSorted(), heading);
  }
});

test('the times of the guide are those that are kept', () => {
  const { heartbeatSeconds, heartbeatAnswerSeconds, heartbeatTries, confirmSeconds, silentSeconds } = LIMITS;
  const { silenceSeconds, routingPace, joinedSeconds, retryMostSeconds } = LIMITS;
  const noticed = heartbeatSeconds.value + heartbeatAnswerSeconds.value * heartbeatTries.value;

  assert.match(guide, new RegExp(`asked every ${heartbeatSeconds.value} s`));
  assert.match(guide, new RegExp(`noticed after ${noticed} s at most`));
  assert.match(guide, new RegExp(`within ${confirmSeconds.value} s`));
  assert.match(guide, new RegExp(`asked again every ${silentSeconds.value} s`));
  assert.match(guide, new RegExp(`Writes wait up to ${silenceSeconds.value} s`));
  assert.match(guide, new RegExp(`\`pace\` may be ${routingPace.value} at most`));
  // Noticed at the next look, and tried again after the longest pause.
  assert.ok(joinedSeconds.value + retryMostSeconds.value < 5);
});
