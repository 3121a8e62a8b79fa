import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from '../controller/command.ts';
import { readConfiguration } from '../controller/configuration/read-configuration.ts';
import { importInto } from '../controller/import/import-into.ts';
import { knxSource } from '../controller/import/knx/import-knx.ts';
import { COLUMNS } from '../controller/import/modbus/columns.ts';
import { modbusSource } from '../controller/import/modbus/import-modbus.ts';
import { zigbeeSource } from '../controller/import/zigbee2mqtt/import-zigbee.ts';
import { importCommand } from '../controller/import-command.ts';
import { projectFile } from '../property-tests/ets-project.ts';
import { PLAN } from '../property-tests/planned-house.ts';
import { kindOf } from '../twin/index.ts';

const guide = readFileSync(new URL('import.md', import.meta.url), 'utf8');
const HEAD = 'name: House\ntimeZone: UTC\nplace: { latitude: 1, longitude: 1 }\ndata: data\n';
const BUSES = {
  knx: 'buses: { knx: { type: knx, gateway: 192.168.1.5 } }',
  modbus: 'buses: { meters: { type: modbus, tcp: "127.0.0.1:502" } }',
  zigbee2mqtt: 'buses: { broker: { type: mqtt, url: mqtt://127.0.0.1 } }',
} as const;

const SOURCES = { knx: knxSource, modbus: modbusSource, zigbee2mqtt: zigbeeSource } as const;

/** The command lines of the guide, as the shell hands them over. */
const commands = [...guide.matchAll(/^twinhaus import (.+)$/gm)].map(([, rest = '']) => rest.split(' '));

describe('the guide to imports', () => {
  test('has command lines that are understood', () => {
    assert.equal(commands.length, 6);
    for (const args of commands) assert.ok((parse(importCommand, args).operands[0] ?? '') in SOURCES, args.join(' '));
  });

  test('has examples that end in configurations, the second time without a difference', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const at = (file: string): string => join(folder, file);
    writeFileSync(at('house.knxproj'), await projectFile(PLAN, 20));
    writeFileSync(at('registers.csv'), /```csv\n([\s\S]*?)```/.exec(guide)?.[1] ?? '');
    const exposes = [{ type: 'numeric', name: 'temperature', property: 'temperature', access: 1 }];
    writeFileSync(
      at('devices.json'),
      JSON.stringify([{ friendly_name: 'Bad', type: 'EndDevice', definition: { exposes } }]),
    );

    for (const args of commands.slice(0, 3)) {
      const { operands, values } = parse(importCommand, args);
      const [word, file] = operands as [keyof typeof SOURCES, string];
      const output = at(values.get('output') ?? '');
      const source = SOURCES[word];
      const request = { file: at(file), bus: source.bus, values: new Map([['output', output]]) };
      await importInto(source, request, { isForced: false, isDry: false });
      const { scenario } = await readConfiguration(output, `${HEAD}${BUSES[word]}\n${readFileSync(output, 'utf8')}`);
      assert.ok(scenario.house.components.length > 0, word);

      const again = { ...request, values: new Map([['previous', output]]) };
      const { summary, text } = await importInto(source, again, { isForced: false, isDry: true });
      assert.match(summary, /Nothing is different from before\.[\s\S]*Nothing was written\./, word);
      assert.equal(text, readFileSync(output, 'utf8'), word);
    }
  });

  test('has a row for every column, and no other', () => {
    const part = guide.split(/^## /m).find((each) => each.startsWith('Modbus')) ?? '';
    const rows = part.split('\n').filter((line) => /^\| `/.test(line));
    const explained = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );

    assert.deepEqual(explained.toSorted(), [...COLUMNS].toSorted());
  });

  test('names types of components that there are', () => {
    const part = guide.split('| Found | Proposed |')[1]?.split('\n\n')[0] ?? '';
    const types = [...part.matchAll(/`([a-z-]+)`/g)].map(([, type = '']) => type);

    assert.ok(types.length > 15);
    for (const type of types) assert.notEqual(kindOf(type), undefined, type);
  });
});
