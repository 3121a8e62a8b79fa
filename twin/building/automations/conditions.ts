import type { Instant } from '../../clock/clock.ts';
import type { Value } from '../../data-entry.ts';
import { type LocalTime, WEEK } from '../local-time.ts';
import { type Place, sunAt } from '../sun.ts';
import type { Condition } from './automation.ts';

/** What conditions can look at. */
export interface Present {
  readonly now: Instant;
  readonly localTime: LocalTime;
  readonly place: Place;
  /** The present value, `null` where there is none yet, `undefined` for a component or property that is gone. */
  value(cid: string, property: string): Value | null | undefined;
}

/** One condition and what it said, as traces show it. */
export interface ConditionResult {
  /** Where it stands in the record, such as `conditions[0].or[1]`. */
  readonly at: string;
  readonly holds: boolean;
  /** What it saw: a present value, a time of day, the height of the sun in degrees. */
  readonly saw?: Value | null;
}

/** The center of the Sun at sunrise, in degrees below the horizon: its radius and the refraction of the air. */
const RISEN = -0.833;

/** Whether conditions hold, all of them. `at`: where they stand; those after the first that does not hold are not looked at. */
export const allHold = (
  conditions: readonly Condition[],
  present: Present,
  at: string,
  tell: (result: ConditionResult) => void,
): boolean =>
  conditions.every((condition, index) =>
    holds(condition, present, at.endsWith('conditions') ? `${at}[${index}]` : at, tell),
  );

/** Whether a condition holds. Every condition that was looked at is told to `tell`; `and` and `or` stop as soon as they know. */
export function holds(
  condition: Condition,
  present: Present,
  at: string,
  tell: (result: ConditionResult) => void,
): boolean {
  if ('and' in condition)
    return condition.and.every((each, index) => holds(each, present, `${at}.and[${index}]`, tell));
  if ('or' in condition) return condition.or.some((each, index) => holds(each, present, `${at}.or[${index}]`, tell));
  if ('not' in condition) return !holds(condition.not, present, `${at}.not`, tell);
  const [result, saw] = look(condition, present);
  tell(saw === undefined ? { at, holds: result } : { at, holds: result, saw });
  return result;
}

function look(
  condition: Exclude<Condition, { and: unknown } | { or: unknown } | { not: unknown }>,
  present: Present,
): [boolean, (Value | null)?] {
  switch (condition.if) {
    case 'value': {
      const value = present.value(condition.cid, condition.property);
      if (value === undefined) return [false];
      if (value === null) return [false, null];
      const { is, above, below } = condition;
      const fits =
        (is === undefined || value === is) &&
        (above === undefined || (typeof value === 'number' && value > above)) &&
        (below === undefined || (typeof value === 'number' && value < below));
      return [fits, value];
    }
    case 'time': {
      const { minute, weekday } = present.localTime.at(present.now);
      return [within(minute, weekday, condition), clock(minute)];
    }
    case 'sun': {
      const height = sunAt(present.place, present.now).elevation;
      return [height > RISEN === (condition.is === 'up'), Math.round(height * 10) / 10];
    }
  }
}

/** A span over midnight belongs to the weekday on which it begins. */
function within(
  minute: number,
  weekday: number,
  span: { after?: string; before?: string; weekdays?: readonly string[] },
): boolean {
  const after = span.after === undefined ? 0 : minuteOf(span.after);
  const before = span.before === undefined ? 1_440 : minuteOf(span.before);
  const overMidnight = after > before;
  const inside = overMidnight ? minute >= after || minute < before : minute >= after && minute < before;
  if (!inside) return false;
  const begun = overMidnight && minute < before ? (weekday + 6) % 7 : weekday;
  return span.weekdays === undefined || span.weekdays.includes(WEEK[begun] ?? '');
}

/** Minute of the day of a time such as `06:30`. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
