import type { PropertyKind } from '../../twin/index.ts';
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
  const { write, status, read, answer, dpt, statusDpt } = address;
  const faults = [...addressFaults(address)];
  const said = typeFault(kind, dpt, address);
  if (said !== null) faults.push({ path: ['dpt'], says: said });
  if (statusDpt !== undefined) {
    const saidOfStatus = typeFault(kind, statusDpt, address);
    if (saidOfStatus !== null && saidOfStatus !== said) faults.push({ path: ['statusDpt'], says: saidOfStatus });
    if (write === undefined || status === undefined) {
      faults.push({ path: ['statusDpt'], says: 'is for a point with write and status; take it out, dpt says it' });
    }
  }
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

/** Why a property cannot be said in a datapoint type. */
const typeFault = (kind: PropertyKind, dpt: string, options: PointAddress): string | null => {
  const type = datapointType(dpt);
  if (type !== undefined) {
    const conversion = conversionOf(kind, type, options);
    return typeof conversion === 'string' ? conversion : null;
  }
  const main = `${dpt.split('.')[0]}.`;
  const near = DATAPOINT_TYPES.filter(({ id }) => id.startsWith(main)).map(({ id }) => id);
  const known = near.length > 0 ? `there are: ${near.slice(0, 12).join(', ')}` : 'the guide lists all';
  return `there is no datapoint type ${dpt}; ${known}`;
};

/** Whoever hears a telegram has only its address to know the type by. */
function* sharedGroups(points: readonly BusPoint<PointAddress>[]): Generator<BusFault> {
  const types = new Map<GroupAddress, { readonly dpt: string; readonly by: string }>();
  const answering = new Map<GroupAddress, string>();
  for (const [index, { cid, property, address }] of points.entries()) {
    for (const [path, text, dpt] of namedGroups(address)) {
      const group = parseGroupAddress(text);
      if (group === null) continue;
      const by = `${cid} ${property}`;
      const known = types.get(group);
      const name = formatGroupAddress(group);
      if (known === undefined) types.set(group, { dpt, by });
      else if (known.dpt !== dpt) {
        const says = `${name} has the type ${known.dpt} at ${known.by}, but ${dpt} here; it can have only one`;
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
