import { BIT_TYPES } from './bit-types.ts';
import type { DatapointType } from './datapoint-type.ts';
import { FLOAT_TYPES } from './float-types.ts';
import { OTHER_TYPES } from './other-types.ts';
import { TEXT_TYPES } from './text-types.ts';
import { TIME_TYPES } from './time-types.ts';
import { WHOLE_TYPES } from './whole-types.ts';

export type { DatapointType, Meaning, NumberRange } from './datapoint-type.ts';

/** Every datapoint type that is understood, in the order of their numbers. */
export const DATAPOINT_TYPES: readonly DatapointType[] = [
  ...BIT_TYPES,
  ...WHOLE_TYPES,
  ...FLOAT_TYPES,
  ...TEXT_TYPES,
  ...TIME_TYPES,
  ...OTHER_TYPES,
].toSorted((one, other) => {
  const [main = 0, sub = 0] = one.id.split('.').map(Number);
  const [otherMain = 0, otherSub = 0] = other.id.split('.').map(Number);
  return main - otherMain || sub - otherSub;
});

const BY_ID = new Map(DATAPOINT_TYPES.map((type) => [type.id, type]));

/** The type with an identifier such as `9.001`. */
export const datapointType = (id: string): DatapointType | undefined => BY_ID.get(id);
