import { dirname, resolve } from 'node:path';
import { type House, kindOf } from '../../twin/index.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { automationOf, checkHouse, type Fail } from '../yaml/check-house.ts';
import { schemaFaults } from '../yaml/schema-faults.ts';
import { field, YamlSource } from '../yaml/yaml-source.ts';
import { checkDevices, readBuses } from './check-buses.ts';
import { checkReach } from './check-reach.ts';
import { type Configuration, ConfigurationFault } from './configuration.ts';
import { ConfigurationFile } from './configuration-file.ts';
import { withoutFaults } from './without-faults.ts';

/** More than this at once helps nobody. */
const MOST_FAULTS = 100;

/** The configuration that a file describes. Rejects with a `ConfigurationFault` that names everything that is wrong with it. */
export async function readConfiguration(file: string, text: string): Promise<Configuration> {
  const source = new YamlSource(text);
  const lines: { readonly line: number; readonly column: number; readonly text: string }[] = [];
  const note = (line: number, column: number, says: string): void => {
    const written = `${file}:${line}:${column}: ${says}`;
    if (!lines.some((each) => each.text === written)) lines.push({ line, column, text: written });
  };
  const fail: Fail = (path, says) => {
    const { line, column } = source.at(path);
    note(line, column, `${field(path)}${says.trimEnd()}`);
  };
  const refuseAll = (): void => {
    if (lines.length === 0) return;
    const inOrder = lines.toSorted((one, other) => one.line - other.line || one.column - other.column);
    const more = inOrder.length - MOST_FAULTS;
    const shown = inOrder.slice(0, MOST_FAULTS).map((each) => each.text);
    throw new ConfigurationFault(more > 0 ? [...shown, `${file}: and ${more} more`] : shown);
  };

  for (const { line, column, says } of source.errors) note(line, column, says);
  refuseAll();
  const faults = [...schemaFaults(ConfigurationFile, source.content)];
  for (const { path, says } of faults) fail(path, says);
  const written = faults.length > 0 ? withoutFaults(source.content, faults) : (source.content as ConfigurationFile);
  const house = houseOf(written);
  checkHouse({ ...house, automations: written.automations }, fail);
  checkDevices(written, fail);
  checkReach(written, dirname(resolve(file)), fail);
  const buses = await readBuses(written, dirname(resolve(file)), fail);
  refuseAll();

  const scenario: Scenario = {
    name: 'controller',
    seed: 1,
    house,
    accounts: [],
    devices: {
      rooms: {},
      devices: Object.fromEntries(written.components.flatMap(({ cid, device }) => (device ? [[cid, device]] : []))),
    } as Scenario['devices'],
    buses: buses.map(({ name }) => name),
  };
  const { listen = {}, administrator = {} } = written;
  return {
    scenario,
    buses,
    folder: dirname(resolve(file)),
    data: resolve(dirname(file), written.data),
    listen: {
      host: listen.host ?? '0.0.0.0',
      http: listen.http ?? 80,
      https: listen.https ?? 443,
      remote: listen.remote,
    },
    proxies: written.proxies ?? [],
    journal: written.journal ?? {},
    mqtt: written.mqtt,
    administrator: { username: administrator.username ?? 'admin', password: administrator.password },
  };
}

/** What the file says of the building. */
const houseOf = (written: ConfigurationFile): House => ({
  name: written.name,
  timeZone: written.timeZone,
  place: written.place,
  components: written.components.map(({ cid, type, name, category, rooms = [], bus }) => ({
    cid: cid as `C${number}`,
    name,
    category: category ?? kindOf(type)?.category ?? type,
    type,
    rooms,
    backend: bus ?? null,
  })),
  rooms: (written.rooms ?? []).map(({ zones = [], ...room }) => ({ ...room, zones })),
  zones: written.zones ?? [],
  scenes: (written.scenes ?? []).map(({ rooms = [], ...scene }) => ({ ...scene, rooms })) as House['scenes'],
  automations: (written.automations ?? []).map(automationOf),
});
