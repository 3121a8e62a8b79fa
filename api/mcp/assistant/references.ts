import { type Static, Type } from '@sinclair/typebox';
import type { Catalogue, Described } from './catalogue.ts';
import { fold, nearest } from './names.ts';
import type { Room, Scene, Zone } from './records.ts';
import { CODE, ToolFault } from './tool-fault.ts';

/** How a tool is told which room, scene … is meant: by its id or its name. */
export const Reference = Type.Union([Type.Integer(), Type.String()]);
export type Reference = Static<typeof Reference>;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The one record that a reference means; a fault names the nearest ones. */
export const named = <Item extends Named>(
  noun: string,
  records: Iterable<Item>,
  reference: Reference,
  field = noun,
): Item => {
  const all = [...records];
  const asked = String(reference).trim();
  const byId = /^\d+$/.test(asked) ? all.find(({ id }) => id === Number(asked)) : undefined;
  if (byId !== undefined) return byId;
  const same = typeof reference === 'string' ? all.filter(({ name }) => fold(name) === fold(asked)) : [];
  const [only] = same;
  if (only !== undefined && same.length === 1) return only;
  if (same.length > 1) {
    const ids = same.map(({ id }) => id).join(', ');
    throw new ToolFault(CODE.input, `${same.length} are called '${asked}': give the id, one of ${ids}`, { field });
  }
  throw unknown(noun, reference, nearest(asked, namesOf(all)), field);
};

export const roomOf = ({ rooms }: Catalogue, reference: Reference, field?: string): Room =>
  named('room', rooms.values(), reference, field);
export const zoneOf = ({ zones }: Catalogue, reference: Reference): Zone => named('zone', zones.values(), reference);
export const sceneOf = ({ scenes }: Catalogue, reference: Reference): Scene =>
  named('scene', scenes.values(), reference);

/** The component that a cid or a name means, if only one has that name. */
export const componentOf = ({ components }: Catalogue, reference: string, field = 'component'): Described => {
  const byCid = components.get(reference) ?? components.get(reference.trim().toUpperCase());
  if (byCid !== undefined) return byCid;
  const question = fold(reference);
  const same = [...components.values()].filter(({ folded }) => folded === question);
  const [only] = same;
  if (only !== undefined && same.length === 1) return only;
  if (same.length > 1) {
    const cids = same.map(({ cid }) => cid).join(', ');
    throw new ToolFault(CODE.input, `${same.length} are called '${reference}': give the cid, one of ${cids}`, {
      field,
    });
  }
  throw unknown('component', reference, nearest(reference, namesOf(components.values())), field);
};

/** `no room 'Kitchn'; did you mean Kitchen?` */
export const unknown = (noun: string, asked: Reference, near: readonly string[], field?: string): ToolFault => {
  const meant = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  const quoted = typeof asked === 'number' ? `with id ${asked}` : `'${asked.slice(0, 80)}'`;
  return new ToolFault(CODE.unknown, `no ${noun} ${quoted}${meant}`, {
    nearest: near,
    ...(field !== undefined && { field }),
  });
};

function* namesOf(records: Iterable<{ readonly name: string }>): Iterable<string> {
  for (const { name } of records) yield name;
}
