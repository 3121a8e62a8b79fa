/** What a report is asked for, or what is done to the clients first. */
export interface ReportOrder {
  /** Only what clients of this user did. */
  readonly user?: string;
  /** Forgets what was seen before. */
  readonly begin?: true;
  readonly provoke?: Provocation;
  /** What the client takes properties to be at present. */
  readonly read?: readonly Reading[];
}

export const PROVOCATIONS = ['late-state-change', 'gap', 'silence', 'unknown-fields'] as const;
export type Provocation = (typeof PROVOCATIONS)[number];

export interface Reading {
  readonly cid: string;
  readonly property: string;
  /** `value`, `content` and `lastUpdate`, those that it tells. */
  readonly told: { readonly [field: string]: unknown };
}
