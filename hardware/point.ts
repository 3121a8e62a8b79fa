import {
  accepts,
  type Content,
  express,
  type PointAddress,
  type PropertyKind,
  refine,
  type Value,
} from '../twin/index.ts';

/** One property of one component, as a bus has to carry it. */
export interface Point extends PointAddress {
  /** The row of the component's kind: what the property can be, and in which unit. */
  readonly kind: PropertyKind;
}

/**
 * What a reading in the property's own terms (a number in its unit, `true` or `false`, a word) is as content. A number is taken
 * to the nearest step that the property has; `null` for a reading that it cannot have, such as one out of range.
 */
export const contentOf = (kind: PropertyKind, reading: Value): Content | null => {
  const content = express(kind, typeof reading === 'number' ? nearest(kind, reading) : reading);
  // There is one zero: a journal does not keep the sign of another.
  return typeof content === 'number' ? content + 0 : content;
};

/** What a content says in the property's own terms; `null` for one that the property cannot have. */
export const readingOf = (kind: PropertyKind, content: Content): Value | null => refine(kind, content);

/** Steps are counted from 0, as a kind's row counts them. A value that needs no step stays as it is. */
const nearest = ({ value }: PropertyKind, reading: number): number => {
  if (value.type !== 'number' && value.type !== 'integer') return reading;
  const step = value.multipleOf ?? (value.type === 'integer' ? 1 : undefined);
  if (step === undefined || !Number.isFinite(reading) || accepts(value, reading)) return reading;
  const perUnit = Math.round(1 / step);
  // A step such as 0.1 has no exact double, its inverse has: 213 / 10 is the double nearest to 21.3.
  const rounded = perUnit * step === 1 ? Math.round(reading * perUnit) / perUnit : Math.round(reading / step) * step;
  return rounded + 0;
};
