import { median } from './statistics.ts';

/** Of what is measured; empty for a ratio. */
export type Unit = '' | 'count' | 'µs' | 'ms' | 's' | 'MB' | '%' | '/s';

/** A row of the table: one promise about speed. */
export interface Row {
  /** For `--only`, and the key in the JSON. */
  readonly id: string;
  readonly what: string;
  readonly unit: Unit;
  /** `null`: for information. */
  readonly aim: { readonly atLeast: number } | { readonly atMost: number } | null;
  /** What it would take to reach the aim; shown while it is missed. */
  readonly takes?: string;
}

/** A figure with its unit. */
export interface Figure {
  readonly value: number;
  readonly unit: Unit;
}

/** What came out for a row. */
export interface Reading {
  /** What the aim is about, once per round. */
  readonly samples: readonly number[];
  /** What lies behind it: of the baseline, of Twinhaus. */
  readonly bare?: Figure;
  readonly ours?: Figure;
  /** Baseline ÷ bare fastify, for comparison. */
  readonly fastify?: number;
}

/** What is measured together, because it needs the same processes. */
export interface Experiment {
  readonly rows: readonly Row[];
  /** Answers a reading for each of its rows, by id. */
  run(pace: Pace): Promise<Readings>;
}

export type Readings = Readonly<Record<string, Reading>>;

/** How long to look. */
export interface Pace {
  readonly rounds: number;
  /** Milliseconds of load for a contestant at a time. */
  readonly slot: number;
  /** Milliseconds of load before the first round, for the compiler. */
  readonly warm: number;
  /** A smoke run: proves that every row yields a number, not that the number means much. */
  readonly quick: boolean;
}

/** A smoke run need not build a large house. */
export const sized = ({ quick }: Pace, components: number): number => (quick ? Math.min(components, 300) : components);

/** `met`, or how far off; empty for a row without an aim. */
export function verdict({ aim, takes }: Row, { samples }: Reading): string {
  if (aim === null) return '';
  const value = median(samples);
  const [met, off] =
    'atLeast' in aim ? [value >= aim.atLeast, 1 - value / aim.atLeast] : [value <= aim.atMost, value / aim.atMost - 1];
  if (met) return 'met';
  const far = Number.isFinite(off) ? `missed by ${Math.max(1, Math.round(off * 100))} %` : 'missed';
  return takes === undefined ? far : `${far}: ${takes}`;
}
