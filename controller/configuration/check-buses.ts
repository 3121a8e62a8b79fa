import { resolve } from 'node:path';
import type { BusPoint, BusType } from '../../hardware/bus.ts';
import { DEVICE_SETTINGS, SIMULATOR } from '../../hardware/simulator/index.ts';
import { accepts, described, kindOf } from '../../twin/index.ts';
import { perhaps } from '../command.ts';
import type { Fail } from '../yaml/check-house.ts';
import { schemaFaults } from '../yaml/schema-faults.ts';
import { BUS_TYPES } from './bus-types.ts';
import type { ConfiguredBus } from './configuration.ts';
import type { ConfigurationFile } from './configuration-file.ts';

/** Where a component hangs: on a bus that is there, with points where the bus needs them. */
export function checkDevices({ components, buses = {} }: ConfigurationFile, fail: Fail): void {
  const known = [...Object.keys(buses), SIMULATOR];
  if (Object.hasOwn(buses, SIMULATOR)) {
    fail(['buses', SIMULATOR], 'is the name of what is simulated; take another name, and no entry is needed for it');
  }
  components.forEach(({ type, bus, points, device }, index) => {
    const path = ['components', index];
    if (bus !== undefined && bus !== null && !known.includes(bus)) {
      fail([...path, 'bus'], `there is no bus ${bus}; ${perhaps(bus, known)}there are: ${known.join(', ')}`);
    }
    const isSimulated = bus === SIMULATOR;
    if (points !== undefined && (bus === undefined || bus === null || isSimulated)) {
      fail([...path, 'points'], 'has no bus to be on; name a bus, or take the points out');
    }
    if (device !== undefined && !isSimulated)
      fail([...path, 'device'], 'is for a simulated device; write bus: simulator');
    if (points === undefined && bus !== undefined && bus !== null && !isSimulated) {
      fail(path, 'has no points; give an address on the bus for each property that it has there');
    }
    checkSettings([...path, 'device'], type, device ?? {}, fail);
  });
}

const checkSettings = (
  path: readonly (string | number)[],
  type: string,
  settings: Readonly<Record<string, unknown>>,
  fail: Fail,
): void => {
  const rows = DEVICE_SETTINGS[type] ?? {};
  for (const [name, value] of Object.entries(settings)) {
    const schema = Object.hasOwn(rows, name) ? rows[name]?.schema : undefined;
    if (schema === undefined) {
      const known = Object.keys(rows).join(', ') || 'none';
      fail([...path, name], `is no setting of a device of type ${type}; there are: ${known}`);
    } else if (schema.type !== 'cids' && !accepts(schema, value)) {
      fail([...path, name], `${JSON.stringify(value)} does not fit; write ${described(schema)}`);
    }
  }
};

/** The buses with their points, checked as far as each kind of bus can. */
export async function readBuses(
  file: ConfigurationFile,
  folder: string,
  fail: Fail,
): Promise<readonly ConfiguredBus[]> {
  const types = Object.keys(BUS_TYPES);
  const read: ConfiguredBus[] = [];
  for (const [name, { type: word, ...written }] of Object.entries(file.buses ?? {})) {
    const load = Object.hasOwn(BUS_TYPES, word) ? BUS_TYPES[word] : undefined;
    if (load === undefined) {
      fail(
        ['buses', name, 'type'],
        `there is no kind of bus ${word}; ${perhaps(word, types)}there are: ${types.join(', ')}`,
      );
      continue;
    }
    const type = await load();
    const settings = located(written, type.files ?? [], folder);
    read.push({ name, type, settings, points: readBus({ file, name, type, settings }, fail) });
  }
  return read;
}

/** The same, with the paths of files made absolute. */
const located = (settings: Readonly<Record<string, unknown>>, files: readonly string[], folder: string) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      files.includes(name) && typeof value === 'string' ? resolve(folder, value) : value,
    ]),
  );

interface Written {
  readonly file: ConfigurationFile;
  readonly name: string;
  readonly type: BusType;
  readonly settings: unknown;
}

function readBus({ file, name, type, settings }: Written, fail: Fail): readonly BusPoint<unknown>[] {
  let isWhole = true;
  const failed: Fail = (path, says) => {
    isWhole = false;
    fail(path, says);
  };
  for (const { path, says } of schemaFaults(type.settings, settings)) failed(['buses', name, ...path], says);
  const points: BusPoint<unknown>[] = [];
  const places: (readonly (string | number)[])[] = [];
  file.components.forEach((component, index) => {
    const kind = kindOf(component.type);
    if (component.bus !== name || kind === undefined) return;
    for (const [property, address] of Object.entries(component.points ?? {})) {
      const place = ['components', index, 'points', property];
      const row = Object.hasOwn(kind.properties, property) ? kind.properties[property] : undefined;
      const has = Object.keys(kind.properties).filter((each) => each !== REACHABLE);
      if (row === undefined || property === REACHABLE) {
        failed(
          place,
          `is no property that a ${kind.type} has on a bus; ${perhaps(property, has)}there are: ${has.join(', ')}`,
        );
        continue;
      }
      for (const { path, says } of schemaFaults(type.address, address)) failed([...place, ...path], says);
      points.push({ cid: component.cid as `C${number}`, property, kind: row, address });
      places.push(place);
    }
  });
  if (!isWhole) return points;
  for (const { point, path, says } of type.check?.(settings, points) ?? []) {
    fail([...(point === undefined ? ['buses', name] : (places[point] ?? [])), ...path], says);
  }
  return points;
}

/** Follows from the link to the device; no bus says it. */
const REACHABLE = 'reachable';
