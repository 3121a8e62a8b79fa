import type { Content } from '../../twin/index.ts';
import type { BusPoint } from '../bus.ts';
import type { Point } from '../point.ts';
import { type Conversion, conversionOf } from './conversion.ts';
import { type DatapointType, datapointType } from './dpt/index.ts';
import { type GroupAddress, parseGroupAddress } from './group-address.ts';
import type { PointAddress } from './point-address.ts';

/** A property as it is carried: what was written of it, understood. */
export interface KnxPoint extends Point {
  readonly write: GroupAddress | null;
  /** How it is said at the address for commands. */
  readonly commanded: Carried;
  /** Telegrams to these say what it is. */
  readonly status: readonly GroupAddress[];
  /** How it is said at these: mostly as it is commanded. */
  readonly told: Carried;
  /** Asked for when the link comes up. */
  readonly read: GroupAddress | null;
  /** Whoever asks for it on the bus is answered by us. */
  readonly answers: readonly GroupAddress[];
  /** Falls back by itself. */
  readonly isMomentary: boolean;
  /** What it was said to be last. */
  last: Content | null;
}

/** A property in a datapoint type. */
interface Carried extends Conversion {
  readonly type: DatapointType;
}

/** How a point is said at one of its addresses. */
export const carriedAt = ({ status, commanded, told }: KnxPoint, group: GroupAddress): Carried =>
  status.includes(group) ? told : commanded;

/** A group address as it is written, where it stands, and the datapoint type that it is said to have. */
type NamedGroup = readonly [path: readonly (string | number)[], text: string, dpt: string];

/** Every group address that is named. */
export const namedGroups = ({ write, status, dpt, statusDpt = dpt }: PointAddress): readonly NamedGroup[] => [
  ...(write === undefined ? [] : [[['write'], String(write), dpt] as const]),
  ...(Array.isArray(status)
    ? status.map((each, index) => [['status', index], String(each), statusDpt] as const)
    : status === undefined
      ? []
      : [[['status'], String(status), statusDpt] as const]),
];

/** Understands a point that was checked; throws a sentence for one that was not. */
export const knxPoint = (written: BusPoint<PointAddress>): KnxPoint => {
  const { cid, property, kind, address } = written;
  const { write, status, read, answer, dpt, statusDpt } = address;
  const commanded = carriedIn(dpt, written);
  const command = write === undefined ? null : groupOf(write);
  const said = status === undefined ? [] : (Array.isArray(status) ? status : [status]).map(groupOf);
  // Without an address of its own for it, what is told to a device is what it is.
  const heard = said.length > 0 || command === null ? said : [command];
  const isRead = read === undefined ? said.length > 0 : read === 'start';
  return {
    cid,
    property,
    kind,
    write: command,
    commanded,
    status: heard,
    told: statusDpt === undefined ? commanded : carriedIn(statusDpt, written),
    read: isRead ? (heard[0] ?? null) : null,
    answers: answer === true ? [...new Set([...heard, ...(command === null ? [] : [command])])] : [],
    isMomentary: kind.commandable && kind.quantity === 'press',
    last: null,
  };
};

const carriedIn = (dpt: string, { cid, property, kind, address }: BusPoint<PointAddress>): Carried => {
  const type = datapointType(dpt);
  const conversion = type === undefined ? `there is no datapoint type ${dpt}` : conversionOf(kind, type, address);
  if (type === undefined || typeof conversion === 'string') throw new Error(`${cid} ${property}: ${conversion}`);
  return { ...conversion, type };
};

const groupOf = (text: string | number): GroupAddress => {
  const group = parseGroupAddress(String(text));
  if (group === null) throw new Error(`${text} is no group address`);
  return group;
};
