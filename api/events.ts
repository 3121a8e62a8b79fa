import type { DataEntry } from '../twin/index.ts';
import type { View } from './access/view.ts';

/** One element of `onComponentUpdate` (specification, "Events"). */
export interface ComponentUpdate {
  readonly cid: string;
  readonly property: string;
  readonly value: unknown;
  readonly content: unknown;
  readonly unit: string | null;
}

/** All that changed since the last batch, in order. */
export interface Batch {
  readonly entries: readonly DataEntry[];
  /** What a view may see of it, as it goes over the wire; the same array for every view with the same key. Empty: nothing to send. */
  seenBy(view: View): readonly ComponentUpdate[];
}

/** The stream of changes, bundled: the first change after a pause goes out at once, those of the next 10 ms together. */
export interface Events {
  /** Calls `deliver` with every batch until the returned function is called. */
  listen(deliver: (batch: Batch) => void): () => void;
}
