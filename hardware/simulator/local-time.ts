import type { Instant } from '../../twin/index.ts';

/** What the clock on the kitchen wall shows. */
export interface LocalTime {
  /** 0 to just under 24. */
  readonly hour: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

const QUARTER = 900_000;

/**
 * The local time of a time zone. The offset is looked up once a quarter of an hour: no zone changes its clocks at any other minute,
 * and the look-up costs a hundred times as much as the addition.
 */
export function localTime(timeZone: string): (now: Instant) => LocalTime {
  let format: Intl.DateTimeFormat | undefined;
  let quarter = Number.NaN;
  let offset = 0;
  return (now) => {
    const current = Math.floor(now / QUARTER);
    if (current !== quarter) {
      format ??= new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
      });
      quarter = current;
      offset = shown(format, current * QUARTER) - current * QUARTER;
    }
    const local = now + offset;
    const day = Math.floor(local / 86_400_000);
    return { hour: (local - day * 86_400_000) / 3_600_000, weekday: (((day + 4) % 7) + 7) % 7 };
  };
}

/** What the zone's calendar and clock show at `now`, read as if it were UTC. */
function shown(format: Intl.DateTimeFormat, now: number): number {
  const part: { [type: string]: number } = {};
  for (const { type, value } of format.formatToParts(now)) part[type] = Number(value);
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0);
}
