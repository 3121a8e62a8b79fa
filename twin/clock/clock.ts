import type { Observable } from 'rxjs';

declare const unit: unique symbol;

/** A point in time: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly [unit]: 'instant' };

/** A span of time in milliseconds. */
export type Duration = number & { readonly [unit]: 'duration' };

export const milliseconds = (count: number): Duration => count as Duration;
export const seconds = (count: number): Duration => (count * 1_000) as Duration;
export const minutes = (count: number): Duration => (count * 60_000) as Duration;
export const hours = (count: number): Duration => (count * 3_600_000) as Duration;
export const days = (count: number): Duration => (count * 86_400_000) as Duration;

/** The instant that lies `delay` after `start`. */
export const later = (start: Instant, delay: Duration): Instant => (start + delay) as Instant;

/** The span from `start` to `end`; negative if `end` is earlier. */
export const between = (start: Instant, end: Instant): Duration => (end - start) as Duration;

/** ISO 8601 in UTC with milliseconds, as every timestamp leaves the controller. */
export const toIso = (instant: Instant): string => new Date(instant).toISOString();

/**
 * Who rings first when several alarms fall due at the same instant. Ranks make the order a fact of the
 * house and not of the order in which alarms were set, so that a restart changes nothing.
 */
export const RANK = { hardware: 0, twin: 1, building: 2, automations: 3, access: 4, other: 9 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** One reusable wake-up call. Setting it again moves it. */
export interface Alarm {
  /** Rings once at `at`, or as soon as possible if that is past. */
  set(at: Instant): void;
  clear(): void;
}

/** Time as an argument: the only source of time for everything in the house. */
export interface Clock {
  /** Wall time. */
  now(): Instant;
  /** Time that only ever goes forward, for measuring spans. */
  elapsed(): Duration;
  /** An alarm that calls `ring` when due. The caller owns it and clears it in the end. */
  alarm(ring: () => void, rank?: Rank): Alarm;
  /** Emits the instant once, `delay` after the subscription, and completes. */
  after(delay: Duration): Observable<Instant>;
  /** Emits every `period` after the subscription, until unsubscribed. */
  every(period: Duration): Observable<Instant>;
}
