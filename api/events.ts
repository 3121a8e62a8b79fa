import { type Clock, type DataEntry, later, milliseconds, type Twin } from '../twin/index.ts';
import type { View } from './access/view.ts';
import { LIMITS } from './limits.ts';

/** One element of `onComponentUpdate` (specification, "Events"). */
export interface ComponentUpdate {
  readonly cid: string;
  readonly property: string;
  readonly value: unknown;
  readonly content: unknown;
  /** Empty where there is none: the specification knows only texts here. */
  readonly unit: string;
}

/** All that changed since the last batch, in order. */
export interface Batch {
  readonly entries: readonly DataEntry[];
  /** What a view may see of it, as it goes over the wire; the same array for every view with the same key. Empty: nothing to send. */
  seenBy(view: View): readonly ComponentUpdate[];
}

/** The stream of changes, bundled: the first change after a pause goes out at once, those of the next 10 ms together. */
export interface Events {
  /** Calls `deliver` with every batch until the returned function is called. `deliver` must not throw. */
  listen(deliver: (batch: Batch) => void): () => void;
  /** Delivers now what has changed so far, so that who listens from now on hears only what comes. */
  flush(): void;
}

/** Events with the life of whoever made them. */
export interface EventFeed extends Events {
  /** What has been told since the start, and how many changes wait. */
  readonly figures: { readonly batches: number; readonly entries: number; readonly waiting: number };
  /** Delivers what is left and ends. */
  close(): void;
}

export interface EventOptions {
  readonly twin: Pick<Twin, 'entries' | 'components'>;
  /** The real clock: bundling is about networks. */
  readonly networkClock: Clock;
}

export const createEvents = ({ twin, networkClock }: EventOptions): EventFeed => {
  const listeners = new Set<(batch: Batch) => void>();
  /** `turn`: what happens before control returns to the event loop forms one batch. `window`: what happens until the alarm rings. */
  let gathering: 'nothing' | 'turn' | 'window' = 'nothing';
  let pending: DataEntry[] = [];
  let delivering = false;
  const figures = {
    batches: 0,
    entries: 0,
    get waiting() {
      return pending.length;
    },
  };

  const deliver = (): void => {
    // A listener that brings about a change does not get ahead of the others: its change is the next batch.
    if (delivering) return;
    delivering = true;
    try {
      while (pending.length > 0) {
        const batch = new ChangeBatch(pending, twin.components);
        figures.batches += 1;
        figures.entries += pending.length;
        pending = [];
        for (const listener of [...listeners]) if (listeners.has(listener)) listener(batch);
        if (pending.length < LIMITS.batchEntries.value) break;
      }
    } finally {
      delivering = false;
    }
  };

  const openWindow = (): void => {
    gathering = 'window';
    alarm.set(later(networkClock.now(), milliseconds(LIMITS.bundleMilliseconds.value)));
  };

  const alarm = networkClock.alarm(() => {
    gathering = 'nothing';
    if (pending.length === 0) return;
    openWindow();
    deliver();
  });

  const endTurn = (): void => {
    if (gathering !== 'turn') return;
    openWindow();
    deliver();
  };

  const entries = twin.entries.subscribe((entry) => {
    if (listeners.size === 0) return;
    pending.push(entry);
    if (gathering === 'nothing') {
      gathering = 'turn';
      queueMicrotask(endTurn);
    }
    if (pending.length >= LIMITS.batchEntries.value) deliver();
  });

  return {
    figures,
    listen(listener) {
      const own = (batch: Batch): void => listener(batch);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    flush: deliver,
    close() {
      entries.unsubscribe();
      alarm.clear();
      gathering = 'window';
      deliver();
      listeners.clear();
    },
  };
};

class ChangeBatch implements Batch {
  readonly entries: readonly DataEntry[];
  readonly #components: Twin['components'];
  readonly #seen = new Map<string, readonly ComponentUpdate[]>();
  #updates: readonly ComponentUpdate[] | undefined;

  constructor(entries: readonly DataEntry[], components: Twin['components']) {
    this.entries = entries;
    this.#components = components;
  }

  seenBy(view: View): readonly ComponentUpdate[] {
    const known = this.#seen.get(view.key);
    if (known !== undefined) return known;
    this.#updates ??= this.entries.map(asUpdate);
    const seen = this.#updates.filter(({ cid }) => {
      const component = this.#components.get(cid);
      return component !== undefined && view.maySee(component);
    });
    this.#seen.set(view.key, seen);
    return seen;
  }
}

const asUpdate = ({ cid, property, value, content, unit }: DataEntry): ComponentUpdate => ({
  cid,
  property,
  value,
  content,
  unit: unit ?? '',
});
