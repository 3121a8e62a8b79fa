import type { Cid, Content, PointAddress } from '../../twin/index.ts';
import { type BusPoint, isSamePoint } from '../bus.ts';
import type { Point } from '../point.ts';
import type { Address } from './address.ts';
import type { Question } from './questions.ts';
import { type Resolved, resolve } from './resolve.ts';
import type { Spec } from './spec.ts';
import type { SoughtPoint } from './sunspec-finder.ts';

/** A point whose registers are known, and what it is known to say. */
export interface Item extends Spec {
  readonly cid: Cid;
  readonly property: string;
  readonly kind: Point['kind'];
  last: Content | null;
  /** Commands that are not decided yet: until then, what was read is not what it will be. */
  readonly pending: Set<Question>;
  wasRefused: boolean;
}

interface Row {
  readonly written: BusPoint<Address>;
  readonly place: Resolved;
  /** `null`: nobody knows its registers yet. */
  item: Item | null;
}

/** The points of a line. Other points are another table. */
export class PointTable {
  readonly #rows = new Map<string, Row>();

  /**
   * `poll`: seconds between two readings of a point that says nothing else. Throws a sentence for points that were not checked. Those
   * that stand in `before` just so stay the same, with what is known of them.
   */
  constructor(points: readonly BusPoint<Address>[], poll: number | undefined, before?: PointTable) {
    for (const written of points) {
      const key = keyOf(written);
      const known = before === undefined ? undefined : before.#rows.get(key);
      const stays = known !== undefined && isSamePoint(known.written, written);
      this.#rows.set(key, stays ? known : rowOf(written, poll));
    }
  }

  get items(): readonly Item[] {
    return [...this.#rows.values()].flatMap(({ item }) => item ?? []);
  }

  /** Points of which nobody knows the registers yet. */
  get sought(): readonly SoughtPoint[] {
    return [...this.#rows.values()].flatMap(({ written: { cid, property, kind }, place, item }) =>
      item === null && 'sunspec' in place ? [{ point: { cid, property, kind }, ...place }] : [],
    );
  }

  /** The units on which each component has something. */
  get units(): ReadonlyMap<Cid, ReadonlySet<number>> {
    const units = new Map<Cid, Set<number>>();
    for (const { written, place } of this.#rows.values()) {
      const own = units.get(written.cid) ?? new Set();
      units.set(written.cid, own.add('spec' in place ? place.spec.unit : place.unit));
    }
    return units;
  }

  /** The point; `null` while its registers are not known, `undefined` if there is none. */
  find(point: PointAddress): Item | null | undefined {
    return this.#rows.get(keyOf(point))?.item;
  }

  /** Whether just this item is one of the table. */
  has(item: Item): boolean {
    return this.find(item) === item;
  }

  /** Where a point that was sought turned out to be; `undefined` if there is no such point any more. */
  found(point: Point, spec: Spec): Item | undefined {
    const row = this.#rows.get(keyOf(point));
    if (row === undefined) return undefined;
    row.item = itemOf(point, spec);
    return row.item;
  }
}

const rowOf = (written: BusPoint<Address>, poll: number | undefined): Row => {
  const { cid, property, address } = written;
  const place = resolve(address, poll);
  if (place === null) throw new RangeError(`${cid} ${property}: there is no such device, or no such point on it`);
  return { written, place, item: 'spec' in place ? itemOf(written, place.spec) : null };
};

const itemOf = ({ cid, property, kind }: Point, spec: Spec): Item => ({
  ...spec,
  ...{ cid, property, kind, last: null, pending: new Set<Question>(), wasRefused: false },
});

const keyOf = ({ cid, property }: PointAddress): string => `${cid} ${property}`;
