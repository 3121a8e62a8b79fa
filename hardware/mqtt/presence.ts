import type { Cid } from '../../twin/index.ts';
import type { Availability, Topics } from './address.ts';
import { availableIn, type MappedPoint } from './mapping.ts';
import type { Payload } from './payload.ts';

/** What one point says of where its device is announced to be there. */
interface Group {
  readonly rows: readonly Availability[];
  readonly mode: NonNullable<Topics['mode']>;
}

/** Which components are there, by what is said on the topics of their availability. */
export class Presence {
  readonly #groups = new Map<Cid, Map<string, Group>>();
  readonly #byTopic = new Map<string, Map<string, { readonly row: Availability; readonly cids: Set<Cid> }>>();
  /** What was said last, by row. */
  readonly #said = new Map<string, boolean>();
  /** Of a group of which the last word counts. */
  readonly #latest = new Map<string, boolean>();

  get topics(): Iterable<string> {
    return this.#byTopic.keys();
  }

  /** Looks for these points from now on; what is known of the same rows stays known. */
  watch(points: Iterable<MappedPoint>): void {
    this.#groups.clear();
    this.#byTopic.clear();
    for (const { cid, address } of points) {
      const { availability: rows = [], mode = 'all' } = address;
      if (rows.length === 0) continue;
      const groups = this.#groups.get(cid) ?? new Map<string, Group>();
      groups.set(JSON.stringify([mode, rows]), { rows, mode });
      this.#groups.set(cid, groups);
      for (const row of rows) {
        const onTopic = this.#byTopic.get(row.topic) ?? new Map();
        const known = onTopic.get(keyOf(row)) ?? { row, cids: new Set<Cid>() };
        known.cids.add(cid);
        this.#byTopic.set(row.topic, onTopic.set(keyOf(row), known));
      }
    }
    const rows = new Set([...this.#byTopic.values()].flatMap((onTopic) => [...onTopic.keys()]));
    for (const key of this.#said.keys()) if (!rows.has(key)) this.#said.delete(key);
    const groups = new Set([...this.#groups.values()].flatMap((each) => [...each.keys()]));
    for (const key of this.#latest.keys()) if (!groups.has(key)) this.#latest.delete(key);
  }

  /** What a message changes: components with whether they are there. */
  heard(topic: string, payload: Payload): ReadonlyMap<Cid, boolean> {
    const changed = new Map<Cid, boolean>();
    for (const [key, { row, cids }] of this.#byTopic.get(topic) ?? []) {
      const isThere = availableIn(row, payload);
      if (isThere === undefined) continue;
      this.#said.set(key, isThere);
      for (const cid of cids) {
        for (const [name, { rows }] of this.#groups.get(cid) ?? []) {
          if (rows.some((each) => keyOf(each) === key)) this.#latest.set(name, isThere);
        }
        const up = this.isThere(cid);
        if (up !== undefined) changed.set(cid, up);
      }
    }
    return changed;
  }

  /** Whether anything says of a component that it is there or not. */
  isWatched(cid: Cid): boolean {
    return this.#groups.has(cid);
  }

  /** Whether a component is there, as far as anything was said. Every point's device has to be; of what nothing was said yet nothing is held against it. */
  isThere(cid: Cid): boolean | undefined {
    const groups = [...(this.#groups.get(cid) ?? [])].map(([name, group]) => this.#groupIsThere(name, group));
    if (groups.includes(false)) return false;
    return groups.includes(true) ? true : undefined;
  }

  #groupIsThere(name: string, { rows, mode }: Group): boolean | undefined {
    if (mode === 'latest') return this.#latest.get(name);
    const said = rows.map((row) => this.#said.get(keyOf(row)));
    const decisive = mode === 'any';
    if (said.includes(decisive)) return decisive;
    return said.includes(undefined) ? undefined : !decisive;
  }
}

const keyOf = ({ topic, path, online = 'online', offline = 'offline' }: Availability): string =>
  JSON.stringify([topic, path, online, offline]);
