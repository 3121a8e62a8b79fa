import { datapointTypes } from './datapoint-types.ts';
import type { Flags } from './project.ts';
import type { Element } from './read-elements.ts';

/** What a group object says of itself; what it leaves out, the one that it is made of says. */
export interface ObjectRow {
  readonly types: readonly string[];
  readonly flags: Flags;
  /** Such as `1 Bit`; empty if it says none. */
  readonly size: string;
}

export const objectRow = (element: Element): ObjectRow => ({
  types: datapointTypes(element.text('DatapointType')),
  flags: {
    ...flag(element, 'read', 'ReadFlag'),
    ...flag(element, 'write', 'WriteFlag'),
    ...flag(element, 'transmit', 'TransmitFlag'),
  },
  size: element.text('ObjectSize'),
});

/** `upper` where it says something, `lower` for the rest. */
export const over = (upper: ObjectRow, lower: ObjectRow): ObjectRow => ({
  types: upper.types.length > 0 ? upper.types : lower.types,
  flags: { ...lower.flags, ...upper.flags },
  size: upper.size || lower.size,
});

/** Its datapoint types; else the main number that its size allows alone, as older programs name none. */
export const typesOf = ({ types, size }: ObjectRow): readonly string[] =>
  types.length > 0 || !Object.hasOwn(SIZES, size) ? types : (SIZES[size] ?? []);

const SIZES: { readonly [size: string]: readonly string[] } = { '1 Bit': ['1'], '2 Bit': ['2'], '4 Bit': ['3'] };

const flag = (element: Element, name: keyof Flags, attribute: string): Flags => {
  const text = element.text(attribute);
  return text === '' ? {} : { [name]: text === 'Enabled' };
};
