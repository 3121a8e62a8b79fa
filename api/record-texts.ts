import type { Component, DataEntry, Kind, PropertyKind, Twin } from '../twin/index.ts';
import { toIso } from '../twin/index.ts';
import type { View } from './access/view.ts';
import { type EncodedList, encodeList } from './encoded-list.ts';
import { LIMITS } from './limits.ts';

/** What a component record holds beside master data and current values. */
export interface RecordShape {
  /** The description of each property. */
  readonly withProperties: boolean;
  /** How each property's content maps to its value. */
  readonly withMappings: boolean;
}

/** The component records as JSON, kept from one call to the next: of a list only the records are written anew whose revision changed. */
export interface RecordTexts {
  /** The whole list that a view sees, encoded; the same buffer as long as nothing in it changed. */
  list(view: View, shape: RecordShape): Buffer;
  /** The same list as objects. */
  records(view: View, shape: RecordShape): readonly object[];
}

export const createRecordTexts = (twin: Pick<Twin, 'components' | 'sequence'>): RecordTexts => {
  const lists = new Lists();

  const membersOf = (view: View): readonly Component[] =>
    [...twin.components.values()].filter((component) => view.maySee(component));

  const list = (view: View, shape: RecordShape): Buffer => {
    const name = `${view.key} ${shape.withProperties ? 'properties' : ''} ${shape.withMappings ? 'mappings' : ''}`;
    const { sequence } = twin;
    const kept = lists.get(name);
    if (kept?.sequence === sequence) return kept.list.json;
    const members = kept?.members ?? membersOf(view);
    const encoded = encodeList(members, textsOf(shape, view), kept?.list);
    lists.set(name, { list: encoded, members, sequence });
    return encoded.json;
  };

  const records = (view: View, shape: RecordShape): readonly object[] =>
    membersOf(view).map((component) => ({ ...recordOf(component, view), ...descriptionsOf(component.kind, shape) }));

  return { list, records };
};

interface KeptList {
  readonly list: EncodedList;
  /** Views with the same key see the same components. */
  readonly members: readonly Component[];
  /** Position of the twin at which the list was last found to be right. */
  readonly sequence: number;
}

/** The lists that were asked for last. */
class Lists {
  readonly #kept = new Map<string, KeptList>();
  #bytes = 0;

  get(name: string): KeptList | undefined {
    const list = this.#kept.get(name);
    if (list) {
      this.#kept.delete(name);
      this.#kept.set(name, list);
    }
    return list;
  }

  set(name: string, kept: KeptList): void {
    this.#drop(name);
    this.#kept.set(name, kept);
    this.#bytes += kept.list.json.length;
    for (const oldest of this.#kept.keys()) {
      const small = this.#kept.size <= LIMITS.lists.value && this.#bytes <= LIMITS.listsBytes.value;
      if (small || oldest === name) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.list.json.length ?? 0;
    this.#kept.delete(name);
  }
}

/** A component as a view sees it: of its rooms only those that are there for the user. */
const recordOf = ({ cid, name, category, type, entries, rooms }: Component, view: View) => ({
  cid,
  name,
  category,
  type,
  data: entries.map((entry) => ({ property: entry.property, ...presentOf(entry) })),
  rooms: rooms.filter((room) => view.maySeeRoom(room)),
});

/** Writes records of one shape. What a kind says of itself is written once. */
const textsOf = (shape: RecordShape, view: View): ((component: Component) => string) => {
  const tails = new Map<Kind, string>();
  return (component) => {
    const tail = tails.get(component.kind) ?? JSON.stringify(descriptionsOf(component.kind, shape)).slice(1);
    tails.set(component.kind, tail);
    return `${JSON.stringify(recordOf(component, view)).slice(0, -1)}${tail === '}' ? '' : ','}${tail}`;
  };
};

const descriptionsOf = (kind: Kind, { withProperties, withMappings }: RecordShape) => ({
  ...(withProperties && { properties: each(kind, descriptionOf) }),
  ...(withMappings && { mappings: each(kind, mappingOf) }),
});

const each = <Described>(
  kind: Kind,
  describe: (property: string, row: PropertyKind) => Described,
): readonly Described[] => Object.entries(kind.properties).map(([property, row]) => describe(property, row));

/** Range, step and options only where the value has them. */
const descriptionOf = (property: string, { means, quantity, unit, value, commandable }: PropertyKind) => ({
  property,
  means,
  quantity,
  unit,
  type: value.type,
  ...('minimum' in value && { minimum: value.minimum, maximum: value.maximum }),
  ...('multipleOf' in value && value.multipleOf !== undefined && { step: value.multipleOf }),
  ...('enum' in value && { options: value.enum }),
  ...('pattern' in value && { pattern: value.pattern }),
  commandable,
});

const mappingOf = (property: string, { stages }: PropertyKind) => ({
  property,
  stages: stages.map(({ name, mapping }) => ({ stage: name, mapping })),
});

/** The present value of an entry as it leaves the controller. */
export const presentOf = ({ value, content, lastUpdate }: DataEntry) => ({
  value,
  content,
  lastUpdate: lastUpdate === null ? null : toIso(lastUpdate),
});
