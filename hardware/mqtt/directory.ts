import type { Cid } from '../../twin/index.ts';
import { type BusPoint, isSamePoint } from '../bus.ts';
import type { MqttAddress } from './address.ts';
import { describedAt, resolved } from './devices/index.ts';
import type { MappedPoint } from './mapping.ts';
import { Payload } from './payload.ts';

interface Entry {
  readonly point: BusPoint<MqttAddress>;
  at: MappedPoint | string;
}

/** All points of a backend: those whose topics are known, and why the others have none (yet). Other points are another directory. */
export class Directory {
  /** By `cid property`. */
  readonly #points = new Map<string, Entry>();
  /** What is described on a topic: the points that depend on it, and the description; `undefined`: none, or none yet. */
  readonly #descriptions = new Map<string, { readonly points: Set<string>; text: string | undefined }>();
  #byTopic: ReadonlyMap<string, readonly MappedPoint[]> = new Map();

  /** Points that stand in `before` just so stay as they are there, and what was described by then is known. */
  constructor(points: readonly BusPoint<MqttAddress>[], before?: Directory) {
    const fresh: { readonly key: string; readonly topic: string | undefined }[] = [];
    for (const point of points) {
      const key = keyOf(point);
      const topic = describedAt(point.address);
      const known = before === undefined ? undefined : before.#points.get(key);
      const stays = known !== undefined && isSamePoint(known.point, point);
      this.#points.set(key, stays ? known : { point, at: '' });
      if (!stays) fresh.push({ key, topic });
      if (topic === undefined) continue;
      const text = before === undefined ? undefined : before.#descriptions.get(topic)?.text;
      const description = this.#descriptions.get(topic) ?? { points: new Set(), text };
      description.points.add(key);
      this.#descriptions.set(topic, description);
    }
    const known = new Map<string | undefined, unknown>();
    for (const { topic } of fresh) if (!known.has(topic)) known.set(topic, this.#contentOn(topic));
    for (const { key, topic } of fresh) this.#resolve(key, known.get(topic));
    this.#index();
  }

  /** Topics on which devices are described. */
  get descriptions(): readonly string[] {
    return [...this.#descriptions.keys()];
  }

  get points(): readonly MappedPoint[] {
    return [...this.#points.values()].flatMap(({ at }) => (typeof at === 'string' ? [] : [at]));
  }

  /** Points without topics, with the reason. */
  get unresolved(): readonly { readonly point: BusPoint<MqttAddress>; readonly why: string }[] {
    return [...this.#points.values()].flatMap(({ point, at }) => (typeof at === 'string' ? [{ point, why: at }] : []));
  }

  /** The point, or why it cannot be reached; `undefined` for one that nobody configured. */
  at(cid: string, property: string): MappedPoint | string | undefined {
    return this.#points.get(keyOf({ cid, property }))?.at;
  }

  /** Whether a point is described just as it was in `before`. */
  isAsIn(before: Directory, { cid, property }: MappedPoint): boolean {
    const key = keyOf({ cid, property });
    return this.#points.get(key) === before.#points.get(key);
  }

  /** The components that have other points than in `before`. */
  changedFrom(before: Directory): ReadonlySet<Cid> {
    const only = (one: Directory, other: Directory) =>
      [...one.#points].flatMap(([key, entry]) => (other.#points.get(key) === entry ? [] : [entry.point.cid]));
    return new Set([...only(this, before), ...only(before, this)]);
  }

  on(topic: string): readonly MappedPoint[] {
    return this.#byTopic.get(topic) ?? [];
  }

  get topics(): Iterable<string> {
    return this.#byTopic.keys();
  }

  describes(topic: string): boolean {
    return this.#descriptions.has(topic);
  }

  /** Takes a description (empty: it was withdrawn). Answers the points that have topics, or others, because of it; `undefined` if it moved none. */
  described(topic: string, text: string, json: () => unknown): readonly MappedPoint[] | undefined {
    const description = this.#descriptions.get(topic);
    if (description === undefined || description.text === text) return undefined;
    description.text = text;
    const content = text === '' ? undefined : json();
    const moved = [...description.points].filter((key) => this.#resolve(key, content));
    if (moved.length === 0) return undefined;
    this.#index();
    return moved.flatMap((key) => {
      const at = this.#points.get(key)?.at;
      return at === undefined || typeof at === 'string' ? [] : [at];
    });
  }

  /** What is known to be described on a topic. */
  #contentOn(topic: string | undefined): unknown {
    const text = this.#descriptions.get(topic ?? '')?.text ?? '';
    return text === '' ? undefined : (new Payload(Buffer.from(text)).json() ?? null);
  }

  /** Whether the point is another one now. */
  #resolve(key: string, description: unknown): boolean {
    const entry = this.#points.get(key);
    if (entry === undefined) return false;
    const { address, ...point } = entry.point;
    const topics = resolved(address, point, description);
    const before = entry.at;
    entry.at = typeof topics === 'string' ? topics : { ...point, address: topics };
    if (typeof before === 'string' || typeof topics === 'string') return before !== entry.at;
    return JSON.stringify(before.address) !== JSON.stringify(topics);
  }

  #index(): void {
    const byTopic = new Map<string, MappedPoint[]>();
    for (const point of this.points) {
      const known = byTopic.get(point.address.topic);
      if (known === undefined) byTopic.set(point.address.topic, [point]);
      else known.push(point);
    }
    this.#byTopic = byTopic;
  }
}

const keyOf = ({ cid, property }: { readonly cid: string; readonly property: string }): string => `${cid} ${property}`;
