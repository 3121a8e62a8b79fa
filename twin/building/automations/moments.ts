import { type Instant, later, milliseconds } from '../../clock/clock.ts';
import { type LocalTime, nextDay, WEEK } from '../local-time.ts';
import { crossing, type Place } from '../sun.ts';
import type { Trigger } from './automation.ts';
import { minuteOf } from './conditions.ts';
import { span } from './run.ts';

/** When a trigger comes true by time alone; `look`: it does not come true then, but it is time to look for the next moment again. */
export interface Moment {
  readonly at: Instant;
  readonly look: boolean;
}

/**
 * The next moment of a time of day or of the sun, strictly after `now`; `null` for other triggers. Each day of the calendar has
 * at most one, and the weekdays are those of that day, even where an offset leads out of it.
 */
export function nextMoment(
  trigger: Trigger,
  now: Instant,
  { localTime, place }: { readonly localTime: LocalTime; readonly place: Place },
): Moment | null {
  if (trigger.when !== 'time' && trigger.when !== 'sun') return null;
  let day = localTime.at(later(now, milliseconds(-DAY)));
  let noon = localTime.instantOf(day, NOON);
  for (let looked = 0; looked < DAYS_AHEAD; looked += 1) {
    const { weekday } = localTime.at(noon);
    if (trigger.weekdays === undefined || trigger.weekdays.some((name) => name === WEEK[weekday])) {
      const at = trigger.when === 'time' ? localTime.instantOf(day, minuteOf(trigger.at)) : ofSun(trigger, place, noon);
      if (at !== null && at > now) return { at, look: false };
    }
    // A day that a country left out has no noon: its noon is on the day after.
    noon = localTime.instantOf(nextDay(day), NOON);
    day = localTime.at(noon);
  }
  return { at: later(now, milliseconds((DAYS_AHEAD - 10) * DAY)), look: true };
}

const ofSun = (
  { event, offset = 0 }: Extract<Trigger, { when: 'sun' }>,
  place: Place,
  noon: Instant,
): Instant | null => {
  const at = crossing(place, noon, event);
  return at === null ? null : later(at, span(offset));
};

const NOON = 720;
const DAY = 86_400_000;
/** Near the poles the sun stays away, or up, for months. */
const DAYS_AHEAD = 400;
