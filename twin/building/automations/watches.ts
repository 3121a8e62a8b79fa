import type { Value } from '../../data-entry.ts';
import type { Trigger } from './automation.ts';

/** What a trigger remembers from one entry to the next. */
export interface Memory {
  /** A threshold counts again only after it has come back by its hysteresis. */
  armed: boolean;
  /** Entry in the agenda: the end of `for`, or the next time of day. */
  alarm: number | null;
  /** What `for` began with, while it runs. */
  pending: Seen | null;
}

/** The value that made a trigger come true, and the run that had brought it about. */
export interface Seen {
  readonly cid: string;
  readonly property: string;
  readonly value: Value | null;
  readonly run?: number;
}

export interface Watch extends Fired {
  readonly trigger: Trigger;
  readonly memory: Memory;
}

/** A trigger that came true. */
export interface Fired {
  readonly automation: number;
  readonly index: number;
}

/** The triggers that are watched, found by what they watch and by their automation. */
export class Watches {
  readonly #byAutomation = new Map<number, readonly Watch[]>();
  readonly #byPoint = new Map<string, Map<string, readonly Watch[]>>();
  readonly #byScene = new Map<number, readonly Watch[]>();

  /** In the order of the record. */
  of(automation: number): readonly Watch[] {
    return this.#byAutomation.get(automation) ?? [];
  }

  at(cid: string, property: string): readonly Watch[] | undefined {
    return this.#byPoint.get(cid)?.get(property);
  }

  ofScene(scene: number): readonly Watch[] {
    return this.#byScene.get(scene) ?? [];
  }

  /** Those that wait for the start of the controller. */
  ofStart(): readonly Watch[] {
    return inOrder(this.all().filter(({ trigger }) => trigger.when === 'start'));
  }

  all(): readonly Watch[] {
    return [...this.#byAutomation.values()].flat();
  }

  /** Takes the place of what was watched for the automation. */
  put(automation: number, watches: readonly Watch[]): void {
    this.remove(automation);
    this.#byAutomation.set(automation, watches);
    for (const watch of watches) {
      const { trigger } = watch;
      if (trigger.when === 'change' || trigger.when === 'threshold') {
        const properties = this.#byPoint.get(trigger.cid) ?? new Map<string, readonly Watch[]>();
        this.#byPoint.set(trigger.cid, properties);
        properties.set(trigger.property, inOrder([...(properties.get(trigger.property) ?? []), watch]));
      } else if (trigger.when === 'scene') {
        this.#byScene.set(trigger.scene, inOrder([...this.ofScene(trigger.scene), watch]));
      }
    }
  }

  remove(automation: number): void {
    const others = (watches: readonly Watch[] = []) => watches.filter((watch) => watch.automation !== automation);
    for (const { trigger } of this.of(automation)) {
      if (trigger.when === 'change' || trigger.when === 'threshold') {
        const properties = this.#byPoint.get(trigger.cid);
        if (properties === undefined) continue;
        setOrDelete(properties, trigger.property, others(properties.get(trigger.property)));
        if (properties.size === 0) this.#byPoint.delete(trigger.cid);
      } else if (trigger.when === 'scene') {
        setOrDelete(this.#byScene, trigger.scene, others(this.#byScene.get(trigger.scene)));
      }
    }
    this.#byAutomation.delete(automation);
  }

  clear(): void {
    this.#byAutomation.clear();
    this.#byPoint.clear();
    this.#byScene.clear();
  }
}

/** By automation, so that the order in which they were added makes no difference. */
const inOrder = (watches: readonly Watch[]): readonly Watch[] =>
  [...watches].sort((a, b) => a.automation - b.automation || a.index - b.index);

const setOrDelete = <Key>(map: Map<Key, readonly Watch[]>, key: Key, watches: readonly Watch[]): void => {
  if (watches.length > 0) map.set(key, watches);
  else map.delete(key);
};
