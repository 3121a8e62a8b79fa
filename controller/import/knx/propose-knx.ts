import type { BusPoint } from '../../../hardware/bus.ts';
import { formatGroupAddress, formatWithLevels } from '../../../hardware/knx/group-address.ts';
import { knx } from '../../../hardware/knx/index.ts';
import type { PointAddress } from '../../../hardware/knx/point-address.ts';
import type { AddressStyle, Project, ProjectAddress } from '../../../hardware/knx/project/project.ts';
import { type Cid, kindOf } from '../../../twin/index.ts';
import { counted } from '../../counted.ts';
import type { Point, Proposal, ProposedComponent, Unplaced } from '../proposal.ts';
import { type Composed, compose } from './compose.ts';
import { gather } from './gather.ts';
import { Whereabouts } from './whereabouts.ts';

/** The components and rooms that a project describes, as far as its functions, types and names tell; the rest with its reason. */
export const proposeKnx = (project: Project, bus: string): Proposal => {
  const places = new Whereabouts(project);
  const left = new Map<ProjectAddress, string>();
  const leave = (address: ProjectAddress, why: string): void => {
    if (!left.has(address)) left.set(address, why);
  };
  const composed = once(gather(project, places, leave).flatMap((candidate) => compose(candidate, leave)));
  const { components, refused } = whatTheBusTakes(composed, bus);
  const used = new Set(components.flatMap(({ points }) => Object.values(points).flatMap(groupsOf)));
  return {
    source: `${project.name || 'a project'} (ETS ${etsOf(project.schema)}, ${counted(project.addresses.length, 'group address')})`,
    zones: places.zones,
    rooms: places.rooms,
    components,
    unplaced: [
      ...project.addresses.flatMap((address): Unplaced[] => {
        const why = left.get(address) ?? refused.get(formatGroupAddress(address.group));
        // Somewhere else it may have found a place.
        if (why === undefined || used.has(formatGroupAddress(address.group))) return [];
        return [{ what: called(address, project.style), why }];
      }),
    ],
    doubts: project.doubts,
  };
};

/** An address as the configuration has it and, where the project writes it otherwise, as people find it in ETS. */
const called = ({ group, name }: ProjectAddress, style: AddressStyle): string => {
  const inProject = style === 'ThreeLevel' ? '' : ` (${formatWithLevels(group, style === 'Free' ? 1 : 2)} in ETS)`;
  return `${formatGroupAddress(group)}${inProject} ${name}`.trim();
};

/** A sensor that several functions of the project share is one component; what takes commands may be part of several. */
const once = (composed: readonly Composed[]): readonly Composed[] => {
  const seen = new Set<string>();
  return composed.filter(({ type, points }) => {
    if (Object.values(points).some(({ write }) => write !== undefined)) return true;
    const key = JSON.stringify([type, points]);
    return !seen.has(key) && seen.add(key);
  });
};

/** Every group address that a point names. */
export const groupsOf = ({ write, status }: Point): readonly string[] =>
  [write, status].flat().flatMap((group) => (group === undefined ? [] : [String(group)]));

/** Components with identifiers, without the points that the bus would refuse. */
const whatTheBusTakes = (composed: readonly Composed[], bus: string) => {
  const refused = new Map<string, string>();
  const left = composed.map((component) => ({ ...component, points: { ...component.points } }));
  for (;;) {
    const places = left.flatMap((component) =>
      Object.keys(component.points).map((property) => ({ component, property })),
    );
    const points = places.map(
      ({ component, property }): BusPoint<PointAddress> => ({
        cid: 'C1' as Cid,
        property,
        kind: rowOf(component.type, property),
        address: component.points[property] as PointAddress,
      }),
    );
    const faults = (knx.check?.({ gateway: 'gateway' }, points) ?? []).filter(({ point }) => point !== undefined);
    if (faults.length === 0) break;
    for (const { point = 0, says } of faults) {
      const { component, property } = places[point] ?? {};
      const address = component?.points[property ?? ''];
      if (component === undefined || property === undefined || address === undefined) continue;
      for (const group of groupsOf(address)) refused.set(group, says);
      delete component.points[property];
    }
  }
  const components = left
    .filter(({ points }) => Object.keys(points).length > 0)
    .map((component, index): ProposedComponent => ({ cid: `C${index + 1}`, ...component, bus }));
  return { components, refused };
};

const rowOf = (type: string, property: string) => {
  const row = kindOf(type)?.properties[property];
  if (row === undefined) throw new Error(`a ${type} has no ${property}`);
  return row;
};

const etsOf = (schema: number): string => (schema <= 11 ? '4' : schema <= 20 ? '5' : '6');
