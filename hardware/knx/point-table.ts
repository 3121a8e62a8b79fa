import type { Cid } from '../../twin/index.ts';
import { type BusPoint, isSamePoint } from '../bus.ts';
import type { GroupAddress } from './group-address.ts';
import { type KnxPoint, knxPoint } from './knx-point.ts';
import type { PointAddress } from './point-address.ts';

/** The points of a bus, by what they are asked for by. It does not change: other points are another table. */
export class PointTable {
  readonly #rows = new Map<string, { readonly written: BusPoint<PointAddress>; readonly point: KnxPoint }>();
  readonly #heardAt = new Map<GroupAddress, KnxPoint[]>();
  readonly #answeredAt = new Map<GroupAddress, KnxPoint>();

  /** Throws a sentence for points that were not checked. Those that stand in `before` just so stay the same, with what is known of them. */
  constructor(points: readonly BusPoint<PointAddress>[], before?: PointTable) {
    for (const written of points) {
      const key = keyOf(written.cid, written.property);
      const known = before === undefined ? undefined : before.#rows.get(key);
      const stays = known !== undefined && isSamePoint(known.written, written);
      this.#know(key, stays ? known : { written, point: knxPoint(written) });
    }
  }

  get points(): readonly KnxPoint[] {
    return [...this.#rows.values()].map(({ point }) => point);
  }

  find(cid: string, property: string): KnxPoint | undefined {
    return this.#rows.get(keyOf(cid, property))?.point;
  }

  /** Whether just this point is one of the table. */
  has(point: KnxPoint): boolean {
    return this.find(point.cid, point.property) === point;
  }

  of(cid: Cid): readonly KnxPoint[] {
    return this.points.filter((point) => point.cid === cid);
  }

  /** Those that telegrams to a group address say something about. */
  heardAt(group: GroupAddress): readonly KnxPoint[] {
    return this.#heardAt.get(group) ?? [];
  }

  /** Who answers when somebody asks at a group address. */
  answeredAt(group: GroupAddress): KnxPoint | undefined {
    return this.#answeredAt.get(group);
  }

  #know(key: string, row: { readonly written: BusPoint<PointAddress>; readonly point: KnxPoint }): void {
    const { point } = row;
    this.#rows.set(key, row);
    for (const group of point.status) {
      const others = this.#heardAt.get(group);
      if (others === undefined) this.#heardAt.set(group, [point]);
      else others.push(point);
    }
    for (const group of point.answers) this.#answeredAt.set(group, point);
  }
}

const keyOf = (cid: string, property: string): string => `${cid} ${property}`;
