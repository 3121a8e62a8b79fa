import type { Duration } from '../../twin/index.ts';
import type { Address } from './address.ts';
import { type MapPoint, READY_MAPS, type ReadyMap } from './maps/index.ts';
import { DEFAULT_POLL, pollOf, type Spec, specOf } from './spec.ts';

/** Where an address leads: to registers, or to a point of a SunSpec model that has yet to be found. */
export type Resolved =
  | { readonly spec: Spec }
  | { readonly sunspec: string; readonly unit: number; readonly poll: Duration };

/** Where an address leads; one with faults, for which `check` has words, leads nowhere. */
export function resolve(address: Address, poll: number = DEFAULT_POLL): Resolved | null {
  if (address.device === undefined) return { spec: specOf(address, poll) };
  const map = mapOf(address);
  const point = map && pointOf(map, address);
  if (map === undefined || point === undefined) return null;
  const { unit = map.unit, verify = false } = address;
  if ('sunspec' in point) return { sunspec: point.sunspec, unit, poll: pollOf(address.poll ?? poll) };
  const { measures: _, property: __, ...registers } = point;
  return { spec: specOf({ ...registers, unit, verify, poll: address.poll ?? registers.poll ?? poll }, poll) };
}

export const mapOf = ({ device = '' }: Address): ReadyMap | undefined =>
  Object.hasOwn(READY_MAPS, device) ? READY_MAPS[device] : undefined;

export const pointOf = ({ points }: ReadyMap, { point = '' }: Address): MapPoint | undefined =>
  Object.hasOwn(points, point) ? points[point] : undefined;
