import type { BusPoint } from '../bus.ts';
import type { MqttAddress } from './address.ts';
import { describedAt, resolved } from './devices/index.ts';
import type { MappedPoint } from './mapping.ts';

/** All points of a backend: those whose topics are known, and why the others have none (yet). */
export class Directory {
  /** By `cid property`. */
  readonly #points = new Map<string, { readonly point: BusPoint<MqttAddress>; at: MappedPoint | string }>();
  /** What is described on a topic: the points that depend on it, and the description; `undefined`: none, or none yet. */
  readonly #descriptions = new Map<string, { readonly points: Set<string>; text: string | undefined }>();
  #byTopic: ReadonlyMap<string, readonly MappedPoint[]> = new Map();

  constructor(points: readonly BusPoint<MqttAddress>[]) {
    for (const point of points) {
      const key = `${point.cid} ${point.property}`;
      this.#points.set(key, { point, at: '' });
      const topic = describedAt(point.address);
      if (topic === undefined) continue;
      const description = this.#descriptions.get(topic) ?? { points: new Set(), text: undefined };
      description.points.add(key);
      this.#descriptions.set(topic, description);
    }
    for (const key of this.#points.keys()) this.#resolve(key, undefined);
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
    return this.#points.get(`${cid} ${property}`)?.at;
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

  /** Takes a description (empty: it was withdrawn). Answers the topics of the points that it moved; `undefined` if it moved none. */
  described(topic: string, text: string, json: () => unknown): ReadonlySet<string> | undefined {
    const description = this.#descriptions.get(topic);
    if (description === undefined || description.text === text) return undefined;
    description.text = text;
    const content = text === '' ? undefined : json();
    const moved = [...description.points].filter((key) => this.#resolve(key, content));
    if (moved.length === 0) return undefined;
    this.#index();
    return new Set(
      moved.flatMap((key) => {
        const at = this.#points.get(key)?.at;
        if (at === undefined || typeof at === 'string') return [];
        return [at.address.topic, ...(at.address.availability ?? []).map((row) => row.topic)];
      }),
    );
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
