import type { Previous, PreviousComponent } from './previous.ts';
import type { Point, Proposal, ProposedComponent } from './proposal.ts';

/** Where a point is on its bus: texts that are equal if it is the same place. */
export type PlacesOf = (point: Point) => readonly string[];

/** A proposal that goes on from an earlier one. */
export interface Continued {
  readonly proposal: Proposal;
  /** What is different, a line each. */
  readonly difference: readonly string[];
}

/**
 * Gives components, rooms and zones the numbers that they had before, and new ones numbers above all that were there: whatever refers to
 * them goes on meaning the same. A component is the earlier one, of its type if there is one, with which it shares most places on the bus.
 */
export const continued = (proposal: Proposal, previous: Previous, placesOf: PlacesOf): Continued => {
  const zones = renumbered(proposal.zones, previous.zones, previous.highest.zone);
  const rooms = renumbered(proposal.rooms, previous.rooms, previous.highest.room);
  const pairs = paired(proposal.components, previous.components, placesOf);
  let next = previous.highest.component;
  const components = proposal.components.map((component) => {
    const before = pairs.get(component);
    if (before === undefined) next += 1;
    return {
      ...component,
      cid: before?.cid ?? `C${next}`,
      rooms: component.rooms.map((id) => rooms.get(id) ?? id),
    };
  });
  return {
    proposal: {
      ...proposal,
      zones: proposal.zones.map(({ id, name }) => ({ id: zones.get(id) ?? id, name })),
      rooms: proposal.rooms.map(({ id, name, zones: in_ }) => ({
        id: rooms.get(id) ?? id,
        name,
        zones: in_.map((each) => zones.get(each) ?? each),
      })),
      components,
    },
    difference: differences(components, previous.components, placesOf),
  };
};

const renumbered = (
  now: readonly { readonly id: number; readonly name: string }[],
  before: Previous['rooms'],
  highest: number,
): ReadonlyMap<number, number> => {
  const free = new Map<string, number[]>();
  for (const { id, name } of before) free.set(name, [...(free.get(name) ?? []), id]);
  let next = highest;
  return new Map(
    now.map(({ id, name }) => {
      const known = free.get(name)?.shift();
      if (known === undefined) next += 1;
      return [id, known ?? next];
    }),
  );
};

const allPlaces = ({ points }: Pick<ProposedComponent, 'points'>, placesOf: PlacesOf): readonly string[] =>
  Object.values(points).flatMap(placesOf);

const paired = (
  now: readonly ProposedComponent[],
  before: readonly PreviousComponent[],
  placesOf: PlacesOf,
): ReadonlyMap<ProposedComponent, PreviousComponent> => {
  const byPlace = new Map<string, PreviousComponent[]>();
  for (const component of before) {
    for (const place of new Set(allPlaces(component, placesOf))) {
      const rows = byPlace.get(place);
      if (rows === undefined) byPlace.set(place, [component]);
      else rows.push(component);
    }
  }
  const taken = new Set<PreviousComponent>();
  const pairs = new Map<ProposedComponent, PreviousComponent>();
  for (const isOfType of [true, false]) {
    for (const component of now) {
      if (pairs.has(component)) continue;
      const shared = new Map<PreviousComponent, number>();
      for (const place of allPlaces(component, placesOf)) {
        for (const each of byPlace.get(place) ?? []) {
          const fits = !isOfType || each.type === component.type;
          if (fits && !taken.has(each)) shared.set(each, (shared.get(each) ?? 0) + 1);
        }
      }
      const [best] = [...shared].toSorted(([, one], [, other]) => other - one);
      if (best === undefined) continue;
      taken.add(best[0]);
      pairs.set(component, best[0]);
    }
  }
  return pairs;
};

function* differencesOf(before: PreviousComponent, now: ProposedComponent): Generator<string> {
  const called = `${now.cid} ${now.name}`;
  if (before.type !== now.type) yield `type: ${called} was a ${before.type}, and is a ${now.type} now`;
  if (before.name !== now.name) yield `name: ${now.cid} was "${before.name}", and is "${now.name}" now`;
  for (const property of Object.keys(before.points)) {
    if (!Object.hasOwn(now.points, property)) yield `gone: ${property} of ${called}`;
  }
  for (const [property, point] of Object.entries(now.points)) {
    const old = Object.hasOwn(before.points, property) ? before.points[property] : undefined;
    if (old === undefined) {
      yield `new: ${property} of ${called}`;
      continue;
    }
    for (const field of new Set([...Object.keys(old), ...Object.keys(point)])) {
      const [was, is] = [said(old[field]), said(point[field])];
      if (was !== is) yield `changed: ${property} of ${called}: ${field} was ${was}, and is ${is} now`;
    }
  }
}

const differences = (
  now: readonly ProposedComponent[],
  before: readonly PreviousComponent[],
  placesOf: PlacesOf,
): readonly string[] => {
  const known = new Map(before.map((component) => [component.cid, component]));
  const cids = new Set(now.map(({ cid }) => cid));
  const at = (component: Pick<ProposedComponent, 'points'>): string =>
    [...new Set(allPlaces(component, placesOf))].join(', ');
  return [
    ...before
      .filter(({ cid }) => !cids.has(cid))
      .map((component) => `gone: ${component.cid} ${component.name} (${component.type}; ${at(component)})`),
    ...now
      .filter(({ cid }) => !known.has(cid))
      .map((component) => `new: ${component.cid} ${component.name} (${component.type}; ${at(component)})`),
    ...now.flatMap((component) => {
      const old = known.get(component.cid);
      return old === undefined ? [] : [...differencesOf(old, component)];
    }),
  ];
};

/** Numbers and texts that mean one thing look the same: 2563 and "2563". */
const said = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
