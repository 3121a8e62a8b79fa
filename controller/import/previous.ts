import { YamlSource } from '../yaml/yaml-source.ts';

/** What an earlier import, or the configuration that was made of it, says of one bus. */
export interface Previous {
  readonly components: readonly PreviousComponent[];
  readonly rooms: readonly PreviousRow[];
  readonly zones: readonly PreviousRow[];
  /** The highest number of a component, a room and a zone. */
  readonly highest: { readonly component: number; readonly room: number; readonly zone: number };
}

export interface PreviousRow {
  readonly id: number;
  readonly name: string;
}

export interface PreviousComponent {
  readonly cid: string;
  readonly type: string;
  readonly name: string;
  readonly points: { readonly [property: string]: { readonly [field: string]: unknown } };
}

/**
 * Reads a `controller.yaml` or a proposal as far as it can be understood: nothing but what it names on `bus` counts. Answers one
 * sentence for a text that is no YAML.
 */
export const readPrevious = (text: string, bus: string): Previous | string => {
  const { content, errors } = new YamlSource(text);
  const [error] = errors;
  if (error !== undefined) return `line ${error.line}, column ${error.column}: ${error.says}`;
  if (!isRecord(content)) return 'is no configuration: it has no sections such as components';
  const components = listOf(content.components);
  const rooms = listOf(content.rooms).flatMap(rowOf);
  const zones = listOf(content.zones).flatMap(rowOf);
  return {
    components: components.flatMap(({ cid, type, name, bus: on, points }) => {
      if (on !== bus || typeof cid !== 'string' || typeof type !== 'string' || !isRecord(points)) return [];
      const rows = Object.entries(points).filter((entry): entry is [string, Row] => isRecord(entry[1]));
      return [{ cid, type, name: String(name ?? ''), points: Object.fromEntries(rows) }];
    }),
    rooms,
    zones,
    highest: {
      component: highestOf(components.map(({ cid }) => Number(/^C(\d{1,9})$/.exec(String(cid))?.[1] ?? 0))),
      room: highestOf(rooms.map(({ id }) => id)),
      zone: highestOf(zones.map(({ id }) => id)),
    },
  };
};

type Row = { readonly [field: string]: unknown };

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const rowOf = ({ id, name }: Row): readonly PreviousRow[] =>
  Number.isSafeInteger(id) && typeof name === 'string' ? [{ id: id as number, name }] : [];

const highestOf = (numbers: readonly number[]): number => numbers.reduce((most, each) => Math.max(most, each), 0);
