import type { PlacesOf } from './continued.ts';
import type { Proposal } from './proposal.ts';

/** What was asked of an import. */
export interface ImportRequest {
  /** The file that was named; `undefined` if none was. */
  readonly file: string | undefined;
  /** The name of the bus that the components shall hang on. */
  readonly bus: string;
  /** Options with their values. */
  readonly values: ReadonlyMap<string, string>;
}

export interface Imported {
  readonly proposal: Proposal;
  readonly placesOf: PlacesOf;
  /** What the bus has to look like in the configuration, a line each. */
  readonly advice: readonly string[];
  /** What is different from an earlier export in the source's own format; left out if `--previous` is none. */
  readonly difference?: readonly string[];
}

/** Something that components can be imported from. Rejects with a `Refusal`, or a `ConfigurationFault` with everything that is wrong. */
export interface ImportSource {
  /** What the bus is called unless somebody says otherwise. */
  readonly bus: string;
  /** Options that this source has beside those of every import. */
  readonly options: readonly string[];
  read(request: ImportRequest): Promise<Imported>;
}
