import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { BUS_TYPES } from '../controller/configuration/bus-types.ts';
import { ConfigurationFile } from '../controller/configuration/configuration-file.ts';
import { run, temporaryFolder } from '../property-tests/fixtures.ts';
import { controllerSchema } from './controller-schema.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const EXAMPLE = /```yaml\n([\s\S]*?)```/.exec(read('serve.md'))?.[1] ?? '';

describe('the example of the guide to a real building', () => {
  test('is found good by `twinhaus check`, and its broker is named in a dry run', async (context) => {
    const folder = temporaryFolder();
    context.after(() => folder.remove());
    const file = join(folder.path, 'controller.yaml');
    writeFileSync(file, EXAMPLE);
    const { status, stdout, stderr } = await run(['check', file]);

    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.match(stdout, /good: 4 components in 2 rooms on 3 buses/);
    const dry = await run(['serve', '--config', file, '--dry-run']);
    assert.match(dry.stdout, /^Shown on +mqtt:\/\/192\.168\.1\.10:1883, as the user fleet sees it$/m);
  });

  test('has every section that there is, and every kind of bus', () => {
    const { buses, ...sections } = parse(EXAMPLE) as Record<string, Record<string, { type: string }>>;

    assert.deepEqual(
      Object.keys({ buses, ...sections }).toSorted(),
      Object.keys(ConfigurationFile.properties).toSorted(),
    );
    assert.deepEqual(
      Object.values(buses ?? {})
        .map(({ type }) => type)
        .toSorted(),
      Object.keys(BUS_TYPES).toSorted(),
    );
  });
});

describe('the form of a configuration for editors', () => {
  const valid = new Ajv({ strict: false }).compile(JSON.parse(read('controller.schema.json')));

  test('is that of the controller; `npx tsx scripts/write-controller-schema.ts` writes it anew', async () => {
    assert.deepEqual(JSON.parse(read('controller.schema.json')), JSON.parse(JSON.stringify(await controllerSchema())));
  });

  test('takes the example of the guide', () => {
    assert.ok(valid(parse(EXAMPLE)), JSON.stringify(valid.errors));
  });

  for (const [what, text, wrong] of [
    ['a kind of bus that is none', 'type: knx,', 'type: pigeon,'],
    ['a setting that a bus does not have', 'gateway: 192.168.1.5', 'gatway: 192.168.1.5'],
    ['an address that no bus has', '{ device: sdm630, point: power }', '{ pigeon: 7 }'],
    ['a type of component that is none', 'type: dimmer', 'type: dimer'],
    ['a secret in clear', '{ env: MQTT_PASSWORD }', 'hunter2'],
  ] as const) {
    test(`does not take ${what}`, () => {
      assert.ok(EXAMPLE.includes(text));

      assert.equal(valid(parse(EXAMPLE.replace(text, wrong))), false);
    });
  }
});
