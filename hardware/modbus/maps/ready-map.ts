import type { Address } from '../address.ts';
import type { Extra } from '../spec.ts';

/** What one manufacturer's device has where, from its published register list. */
export interface ReadyMap {
  /** As a reader of the documentation knows it. */
  readonly device: string;
  /** The published register list. */
  readonly source: string;
  /** What has to be known or set at the device; left out: nothing. */
  readonly remark?: string;
  /** As which unit it answers when it comes from the factory. */
  readonly unit: number;
  readonly points: { readonly [point: string]: MapPoint };
}

export type MapPoint = (RegisterPoint | SunspecPoint) & {
  /** Unit of the reading; left out for words and for yes and no. */
  readonly measures?: string;
  /** The property that it fits, where the map needs its name for another point already. */
  readonly property?: string;
};

/** Registers at a fixed place. */
export interface RegisterPoint extends Omit<Address, 'unit' | 'device' | 'point'>, Extra {}

/** A point of whichever SunSpec model the device turns out to have. */
export interface SunspecPoint {
  readonly sunspec: string;
}
