import type { BusFault, BusPoint } from '../bus.ts';
import { conversionOf } from './conversion.ts';
import { DATAPOINT_TYPES, datapointType } from './dpt/index.ts';
import { formatGroupAddress, type GroupAddress, parseGroupAddress } from './group-address.ts';
import { namedGroups } from './knx-point.ts';
import type { PointAddress } from './point-address.ts';
import type { Settings } from './settings.ts';
import { settingsFaults } from './settings-faults.ts';

/** What is wrong with the settings and the points, beside their form. */
export const check = (settings: Settings, points: readonly BusPoint<PointAddress>[]): readonly BusFault[] => [
  ...settingsFaults(settings),
  ...points.flatMap((point, index) => ofPoint(point).map((fault) => ({ point: index, ...fault }))),
  ...sharedGroups(points),
];

function* addressFaults(address: PointAddress): Generator<BusFault> {
  for (const [path, text] of namedGroups(address)) {
    if (parseGroupAddress(text) === null) {
      yield { path, says: `${text} is no group address; write one such as 1/2/3 (up to 31/7/255), 1/515 or 2563` };
    }
  }
}

const ofPoint = ({ kind, property, address }: BusPoint<PointAddress>): readonly BusFault[] => {
  const { write, status, read, answer, dpt } = address;
  const faults = [...addressFaults(address)];
  const type = datapointType(dpt);
  if (type === undefined) {
    const main = `${dpt.split('.')[0]}.`;
    const near = DATAPOINT_TYPES.filter(({ id }) => id.startsWith(main)).map(({ id }) => id);
    const known = near.length > 0 ? `there are: ${near.slice(0, 12).join(', ')}` : 'the guide lists all';
    return [...faults, { path: ['dpt'], says: `there is no datapoint type ${dpt}; ${known}` }];
  }
  const conversion = conversionOf(kind, type, address);
  if (typeof conversion === 'string') faults.push({ path: ['dpt'], says: conversion });
  if (write === undefined && status === undefined) {
    faults.push({ path: [], says: 'has no group address; give it write, status or both' });
  } else if (kind.commandable && write === undefined) {
    faults.push({ path: [], says: `${property} can be commanded, but has no address to write to; add write` });
  }
  if (!kind.commandable && write !== undefined) {
    faults.push({ path: ['write'], says: `${property} is never commanded; name the address as status` });
  }
  if (read === 'start' && kind.commandable && kind.quantity === 'press') {
    faults.push({ path: ['read'], says: 'there is nothing to read where everything falls back by itself' });
  }
  if (answer === true && kind.commandable && kind.quantity === 'press') {
    faults.push({ path: ['answer'], says: 'there is nothing to answer where everything falls back by itself' });
  }
  return faults;
};

/** Whoever hears a telegram has only its address to know the type by. */
function* sharedGroups(points: readonly BusPoint<PointAddress>[]): Generator<BusFault> {
  const types = new Map<GroupAddress, { readonly dpt: string; readonly by: string }>();
  const answering = new Map<GroupAddress, string>();
  for (const [index, { cid, property, address }] of points.entries()) {
    for (const [path, text] of namedGroups(address)) {
      const group = parseGroupAddress(text);
      if (group === null) continue;
      const by = `${cid} ${property}`;
      const known = types.get(group);
      const name = formatGroupAddress(group);
      if (known === undefined) types.set(group, { dpt: address.dpt, by });
      else if (known.dpt !== address.dpt) {
        const says = `${name} has the type ${known.dpt} at ${known.by}, but ${address.dpt} here; it can have only one`;
        yield { point: index, path, says };
      }
      if (address.answer !== true) continue;
      const other = answering.get(group);
      if (other !== undefined && other !== by) {
        yield { point: index, path: ['answer'], says: `${other} answers for ${name} already; only one can` };
      }
      answering.set(group, by);
    }
  }
}
