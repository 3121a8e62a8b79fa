import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Instant } from '../../clock/clock.ts';
import { LocalTime } from '../local-time.ts';
import { WEEKDAYS } from './automation.ts';
import { nextMoment } from './moments.ts';

/** Nights on which clocks were or will be changed: by an hour, by half of one, at midnight, and by a whole day that was left out. */
const NIGHTS = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['America/Havana', '2026-03-08'],
  ['America/Havana', '2026-11-01'],
  ['Asia/Beirut', '2026-03-29'],
  ['Asia/Beirut', '2026-10-24'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2019-02-16'],
  ['Africa/Casablanca', '2026-03-22'],
  ['Pacific/Chatham', '2026-09-26'],
  ['Pacific/Apia', '2011-12-29'],
  ['Asia/Kolkata', '2026-03-29'],
] as const;

const MINUTE = 60_000;
const DAY = 86_400_000;

test('a time of day comes once on every matching day of the calendar: when clocks first show it or a later time', () => {
  let changed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...NIGHTS),
      fc.oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 200 }), fc.constant(1_410)),
      fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }), { nil: undefined }),
      fc.integer({ min: -60 * 36, max: -60 * 24 }),
      ([timeZone, night], minute, weekdays, before) => {
        const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const start = (Date.parse(`${night}T00:00:00Z`) + before * MINUTE) as Instant;
        const end = start + 4 * DAY;

        const localTime = new LocalTime(timeZone);
        const place = { latitude: 0, longitude: 0 };
        const trigger = { when: 'time', at, ...(weekdays === undefined ? {} : { weekdays }) } as const;
        const found: number[] = [];
        for (let now = start; ; ) {
          const next = nextMoment(trigger, now, { localTime, place });
          if (next === null || next.at > end) break;
          found.push(next.at);
          now = next.at;
        }

        const shown = momentsShown(timeZone, at, weekdays, start, end);
        assert.deepEqual(found.map(iso), shown.map(iso));
        changed += shown.length;
      },
    ),
    { numRuns: 150 },
  );
  assert.ok(changed > 150, `${changed} moments`);
});

const iso = (instant: number) => new Date(instant).toISOString();

/** Looks at the clock of the zone every minute, as somebody in the house would. */
function momentsShown(
  timeZone: string,
  at: string,
  weekdays: readonly string[] | undefined,
  start: number,
  end: number,
): readonly number[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const firsts = new Map<string, { readonly instant: number; readonly weekday: string }>();
  for (let instant = start - DAY; instant <= end; instant += MINUTE) {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const day = `${part.year}-${part.month}-${part.day}`;
    if (`${part.hour}:${part.minute}` < at || firsts.has(day)) continue;
    firsts.set(day, { instant, weekday: String(part.weekday).toLowerCase() });
  }
  // The first day was joined in its middle.
  return [...firsts.values()]
    .slice(1)
    .filter(({ instant, weekday }) => instant > start && (weekdays === undefined || weekdays.includes(weekday)))
    .map(({ instant }) => instant);
}
