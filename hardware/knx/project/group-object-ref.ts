import { datapointTypes } from './datapoint-types.ts';
import type { Flags } from './project.ts';
import type { Element } from './read-elements.ts';

/** What a group object says of itself; what it leaves out, the one that it is made of says. */
export interface ObjectRow {
  readonly types: readonly string[];
  readonly flags: Flags;
}

export const objectRow = (element: Element): ObjectRow => ({
  types: datapointTypes(element.text('DatapointType')),
  flags: {
    ...flag(element, 'read', 'ReadFlag'),
    ...flag(element, 'write', 'WriteFlag'),
    ...flag(element, 'transmit', 'TransmitFlag'),
  },
});

/** `upper` where it says something, `lower` for the rest. */
export const over = (upper: ObjectRow, lower: ObjectRow): ObjectRow => ({
  types: upper.types.length > 0 ? upper.types : lower.types,
  flags: { ...lower.flags, ...upper.flags },
});

const flag = (element: Element, name: keyof Flags, attribute: string): Flags => {
  const text = element.text(attribute);
  return text === '' ? {} : { [name]: text === 'Enabled' };
};
