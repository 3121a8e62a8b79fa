import type { Instant } from '../clock/clock.ts';

/** A day of the calendar, as people in the house write it. */
export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** What calendar and clock in the house show. */
export interface LocalMoment extends CalendarDay {
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number;
  /** Of the day. */
  readonly minute: number;
  /** 0 to just under 24. */
  readonly hour: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Civil time in one time zone (IANA name). Offsets are asked of the platform's time zone data and kept per hour,
 * because asking is slow; no transition has ever lain inside a UTC quarter hour, so quarter hours are the key.
 */
export class LocalTime {
  readonly timeZone: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  /** Throws a `RangeError` for a time zone that does not exist. */
  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Milliseconds that clocks in the zone are ahead of UTC at `instant`. */
  offset(instant: number): number {
    const quarter = Math.floor(instant / (15 * MINUTE));
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    if (this.#offsets.size >= KEPT_OFFSETS) this.#offsets.clear();
    const offset = this.#ask(quarter * 15 * MINUTE);
    this.#offsets.set(quarter, offset);
    return offset;
  }

  at(instant: Instant): LocalMoment {
    const local = instant + this.offset(instant);
    const shifted = new Date(local);
    return {
      year: shifted.getUTCFullYear(),
      month: shifted.getUTCMonth() + 1,
      day: shifted.getUTCDate(),
      weekday: shifted.getUTCDay(),
      minute: shifted.getUTCHours() * 60 + shifted.getUTCMinutes(),
      hour: (local - Math.floor(local / DAY) * DAY) / 3_600_000,
    };
  }

  /**
   * When the clocks of the zone show `minute` (of the day, 0 to 1439) on `day`.
   * An hour that comes twice counts when it comes first; a time that is left out counts when the gap ends.
   */
  instantOf(day: CalendarDay, minute: number): Instant {
    const wall = Date.UTC(day.year, day.month - 1, day.day) + minute * MINUTE;
    const before = this.offset(wall - DAY);
    const after = this.offset(wall + DAY);
    const early = wall - Math.max(before, after);
    const late = wall - Math.min(before, after);
    if (early + this.offset(early) === wall) return early as Instant;
    if (late + this.offset(late) === wall) return late as Instant;
    return this.#transition(early, late) as Instant;
  }

  /** The first moment after `start` at which the offset changes; both lie on either side of one transition. */
  #transition(start: number, end: number): number {
    const offset = this.offset(start);
    let low = Math.floor(start / MINUTE);
    let high = Math.ceil(end / MINUTE);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.offset(middle * MINUTE) === offset) low = middle;
      else high = middle;
    }
    return high * MINUTE;
  }

  #ask(instant: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
  }
}

const KEPT_OFFSETS = 20_000;

/** The day after. */
export const nextDay = (day: CalendarDay): CalendarDay => {
  const next = new Date(Date.UTC(day.year, day.month - 1, day.day + 1));
  return { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
};

/** Weekdays as automations name them; the index is that of `LocalTime.at`. */
export const WEEK: readonly string[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
