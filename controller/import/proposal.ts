/** What an import proposes: parts of a `controller.yaml`, and everything that found no place in them. */
export interface Proposal {
  /** Where it was read from, for people. */
  readonly source: string;
  readonly zones: readonly ProposedZone[];
  readonly rooms: readonly ProposedRoom[];
  readonly components: readonly ProposedComponent[];
  readonly unplaced: readonly Unplaced[];
  /** What to look at twice, one sentence each. */
  readonly doubts: readonly string[];
}

export interface ProposedZone {
  readonly id: number;
  readonly name: string;
}

export interface ProposedRoom extends ProposedZone {
  readonly zones: readonly number[];
}

/** As a configuration has it. */
export interface ProposedComponent {
  readonly cid: string;
  readonly type: string;
  readonly name: string;
  readonly rooms: readonly number[];
  readonly bus: string;
  readonly points: { readonly [property: string]: Point };
}

/** An address on a bus, as the kind of bus understands it. */
export type Point = { readonly [field: string]: unknown };

export interface Unplaced {
  /** What it is called at its source, such as `1/2/3 Hall light`. */
  readonly what: string;
  readonly why: string;
}

/** A name as a configuration takes it: 1 to 200 letters on one line. */
export const asName = (text: string, otherwise: string): string =>
  [...text.replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, 100).join('').trim() || otherwise;
