import type { Content, DataEntry } from '../../twin/index.ts';
import type { Batch, Events } from '../events.ts';
import type { WebHook } from '../web-hooks.ts';

export interface WatchingOptions {
  readonly events: Events;
  /** The present entry of a property. */
  present(cid: string, property: string): DataEntry | undefined;
  /** Called once for each change, in the order of the changes and then of the webhooks. */
  fire(hook: WebHook, entry: DataEntry): void;
}

/** A property that is watched. */
interface Point {
  /** What was last heard of it. */
  content: Content | null;
  /** The entry that said so: what came before it may still be told, but not all of it. */
  sequence: number;
  readonly watchers: Map<number, Watcher>;
}

interface Watcher {
  readonly hook: WebHook;
  /** The entry at which it began to watch: what is told later but happened before is none of its business. */
  readonly since: number;
}

/** Finds the webhooks that a change concerns. As long as there are none, nothing is listened to. */
export class Watching {
  readonly #options: WatchingOptions;
  readonly #points = new Map<string, Map<string, Point>>();
  readonly #watched = new Map<number, WebHook>();
  /** Those whose property does not exist at present. */
  readonly #absent = new Map<number, WebHook>();
  #silence: (() => void) | undefined;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  /** From now on; a webhook that watches already goes on as it is given now. */
  watch(hook: WebHook): void {
    const { events, present } = this.#options;
    this.unwatch(hook.id);
    const entry = present(hook.cid, hook.property);
    if (entry === undefined) {
      this.#absent.set(hook.id, hook);
      return;
    }
    this.#silence ??= events.listen((batch) => this.#hear(batch));
    this.#watched.set(hook.id, hook);
    const properties = this.#points.get(hook.cid) ?? new Map<string, Point>();
    this.#points.set(hook.cid, properties);
    const point = properties.get(hook.property) ?? newPoint(entry);
    properties.set(hook.property, point);
    point.watchers.set(hook.id, { hook, since: entry.sequence });
  }

  unwatch(id: number): void {
    this.#absent.delete(id);
    const hook = this.#watched.get(id);
    if (hook === undefined) return;
    this.#watched.delete(id);
    const properties = this.#points.get(hook.cid);
    const point = properties?.get(hook.property);
    point?.watchers.delete(id);
    if (point?.watchers.size === 0) properties?.delete(hook.property);
    if (properties?.size === 0) this.#points.delete(hook.cid);
    if (this.#watched.size === 0) this.#listenNoMore();
  }

  /** The house is described anew: what did not exist may do so now. */
  lookAgain(): void {
    for (const hook of [...this.#absent.values()]) this.watch(hook);
  }

  end(): void {
    this.#listenNoMore();
    this.#points.clear();
    this.#watched.clear();
    this.#absent.clear();
  }

  #listenNoMore(): void {
    this.#silence?.();
    this.#silence = undefined;
  }

  #hear({ entries }: Batch): void {
    for (const entry of entries) {
      const point = this.#points.get(entry.cid)?.get(entry.property);
      if (point === undefined || entry.sequence <= point.sequence) continue;
      const isChange = point.content !== entry.content;
      point.content = entry.content;
      point.sequence = entry.sequence;
      if (!isChange) continue;
      for (const { hook, since } of [...point.watchers.values()]) {
        if (entry.sequence > since) this.#options.fire(hook, entry);
      }
    }
  }
}

const newPoint = ({ content, sequence }: DataEntry): Point => ({ content, sequence, watchers: new Map() });
