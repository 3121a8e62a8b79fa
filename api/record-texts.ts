import type { Component, DataEntry, Kind, PropertyKind, Twin } from '../twin/index.ts';
import { toIso } from '../twin/index.ts';
import type { View } from './access/view.ts';
import { LIMITS } from './limits.ts';

/** What a component record holds beside master data and current values. */
export interface RecordShape {
  /** The description of each property. */
  readonly withProperties: boolean;
  /** How each property's content maps to its value. */
  readonly withMappings: boolean;
}

/** The component records as JSON, kept from one call to the next: a record is written anew only when its revision changed. */
export interface RecordTexts {
  /** The whole list that a view sees, encoded; the same buffer as long as nothing in it changed. */
  list(view: View, shape: RecordShape): Buffer;
  /** The same list as objects. */
  records(view: View, shape: RecordShape): readonly object[];
}

export const createRecordTexts = (twin: Pick<Twin, 'components' | 'sequence'>): RecordTexts => {
  const texts = new WeakMap<Component, { revision: number; text: string }>();
  const lists = new Lists();

  /** Everything of a record but its last brace, so that descriptions can follow. */
  const openText = (component: Component): string => {
    const kept = texts.get(component);
    if (kept?.revision === component.revision) return kept.text;
    const text = JSON.stringify(recordOf(component)).slice(0, -1);
    texts.set(component, { revision: component.revision, text });
    return text;
  };

  const build = (members: readonly Component[], shape: RecordShape): Buffer => {
    const tails = new Map<Kind, string>();
    const parts = members.map((component) => {
      const tail = tails.get(component.kind) ?? tailOf(component.kind, shape);
      tails.set(component.kind, tail);
      return openText(component) + tail;
    });
    return Buffer.from(`[${parts.join(',')}]`);
  };

  const membersOf = (view: View): readonly Component[] =>
    [...twin.components.values()].filter((component) => view.maySee(component));

  const list = (view: View, shape: RecordShape): Buffer => {
    const name = `${view.key} ${shape.withProperties ? 'properties' : ''} ${shape.withMappings ? 'mappings' : ''}`;
    const kept = lists.get(name);
    if (kept?.sequence === twin.sequence) return kept.json;
    const members = kept?.members ?? membersOf(view);
    const revisions = sumOfRevisions(members);
    const json = kept?.revisions === revisions ? kept.json : build(members, shape);
    lists.set(name, { json, members, revisions, sequence: twin.sequence });
    return json;
  };

  const records = (view: View, shape: RecordShape): readonly object[] =>
    membersOf(view).map((component) => ({ ...recordOf(component), ...descriptionsOf(component.kind, shape) }));

  return { list, records };
};

interface KeptList {
  readonly json: Buffer;
  readonly members: readonly Component[];
  /** Revisions only ever grow, so their sum tells whether any of them has. */
  readonly revisions: number;
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

  set(name: string, list: KeptList): void {
    this.#drop(name);
    this.#kept.set(name, list);
    this.#bytes += list.json.length;
    for (const oldest of this.#kept.keys()) {
      const small = this.#kept.size <= LIMITS.lists.value && this.#bytes <= LIMITS.listsBytes.value;
      if (small || oldest === name) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.json.length ?? 0;
    this.#kept.delete(name);
  }
}

const sumOfRevisions = (components: readonly Component[]): number => {
  let sum = 0;
  for (const component of components) sum += component.revision;
  return sum;
};

const recordOf = ({ cid, name, category, type, entries, rooms }: Component) => ({
  cid,
  name,
  category,
  type,
  data: entries.map((entry) => ({ property: entry.property, ...presentOf(entry) })),
  rooms,
});

const tailOf = (kind: Kind, shape: RecordShape): string => {
  const text = JSON.stringify(descriptionsOf(kind, shape));
  return text === '{}' ? '}' : `,${text.slice(1)}`;
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
