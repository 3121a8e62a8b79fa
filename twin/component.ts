import type { Observable } from 'rxjs';
import type { ComponentRecord } from './building/house.ts';
import type { DataEntry } from './data-entry.ts';
import type { Kind } from './kind.ts';

/** One component of the building with its present entries. */
export interface Component extends ComponentRecord {
  readonly kind: Kind;
  /** Changes with every new entry and every change of the record: what is derived from the component can be cached by it. */
  readonly revision: number;
  /** The present entries in the order of the kind's properties. */
  readonly entries: readonly DataEntry[];
  entry(property: string): DataEntry | undefined;
  /** The present entry at subscription, then every new one. `undefined` for a property that the kind does not have. */
  stream(property: string): Observable<DataEntry> | undefined;
}
