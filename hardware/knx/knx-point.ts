import type { Content } from '../../twin/index.ts';
import type { BusPoint } from '../bus.ts';
import type { Point } from '../point.ts';
import { type Conversion, conversionOf } from './conversion.ts';
import { type DatapointType, datapointType } from './dpt/index.ts';
import { type GroupAddress, parseGroupAddress } from './group-address.ts';
import type { PointAddress } from './point-address.ts';

/** A property as it is carried: what was written of it, understood. */
export interface KnxPoint extends Point, Conversion {
  readonly type: DatapointType;
  readonly write: GroupAddress | null;
  /** Telegrams to these say what it is. */
  readonly status: readonly GroupAddress[];
  /** Asked for when the link comes up. */
  readonly read: GroupAddress | null;
  /** Whoever asks for it on the bus is answered by us. */
  readonly answers: readonly GroupAddress[];
  /** Falls back by itself. */
  readonly isMomentary: boolean;
  /** What it was said to be last. */
  last: Content | null;
}

/** Every group address that is named, with the place where it stands. */
export const namedGroups = ({
  write,
  status,
}: PointAddress): readonly (readonly [path: readonly (string | number)[], text: string])[] => [
  ...(write === undefined ? [] : [[['write'], String(write)] as const]),
  ...(Array.isArray(status)
    ? status.map((each, index) => [['status', index], String(each)] as const)
    : status === undefined
      ? []
      : [[['status'], String(status)] as const]),
];

/** Understands a point that was checked; throws a sentence for one that was not. */
export const knxPoint = ({ cid, property, kind, address }: BusPoint<PointAddress>): KnxPoint => {
  const { write, status, read, answer } = address;
  const type = datapointType(address.dpt);
  const conversion =
    type === undefined ? `there is no datapoint type ${address.dpt}` : conversionOf(kind, type, address);
  if (type === undefined || typeof conversion === 'string') throw new Error(`${cid} ${property}: ${conversion}`);
  const command = write === undefined ? null : groupOf(write);
  const said = status === undefined ? [] : (Array.isArray(status) ? status : [status]).map(groupOf);
  // Without an address of its own for it, what is told to a device is what it is.
  const heard = said.length > 0 || command === null ? said : [command];
  const isRead = read === undefined ? said.length > 0 : read === 'start';
  return {
    ...conversion,
    cid,
    property,
    kind,
    type,
    write: command,
    status: heard,
    read: isRead ? (heard[0] ?? null) : null,
    answers: answer === true ? [...new Set([...heard, ...(command === null ? [] : [command])])] : [],
    isMomentary: kind.commandable && kind.quantity === 'press',
    last: null,
  };
};

const groupOf = (text: string | number): GroupAddress => {
  const group = parseGroupAddress(String(text));
  if (group === null) throw new Error(`${text} is no group address`);
  return group;
};
