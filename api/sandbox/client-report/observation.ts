import { type Duration, type Instant, toIso } from '../../../twin/index.ts';
import { type Client, nameOf, type Sight } from './sight.ts';

/** One thing that a good client does. */
export interface Observation {
  readonly id: string;
  /** What a good client does, as a sentence. */
  readonly means: string;
  /** How to let it be seen. */
  readonly how: string;
  /** Every occasion among the sights, each good or bad. None: it could not be seen yet. */
  find(sights: readonly Sight[], now: Now): readonly Finding[];
}

/** The moment of the report. */
export interface Now {
  readonly at: Instant;
  readonly elapsed: Duration;
}

export interface Finding {
  readonly good: boolean;
  /** ISO 8601, on the driven clock. */
  readonly at: string;
  /** Who. */
  readonly client: string;
  /** What was seen, as a sentence. */
  readonly what: string;
}

export const finding = (good: boolean, at: Instant, client: Client, what: string): Finding => ({
  good,
  at: toIso(at),
  client: nameOf(client),
  what,
});

/** Seconds with one digit: `3.2`. */
export const inSeconds = (span: number): string => (span / 1_000).toFixed(1);
