import { type DatapointType, defineType, fieldsOf, isWhole } from './datapoint-type.ts';

/** `weekday` 1 is Monday, 0 is none said. */
const timeOfDay = defineType({
  id: '10.001',
  name: 'TimeOfDay',
  unit: null,
  bytes: 3,
  write: (meaning, into) => {
    const { weekday, hour, minute, second } = fieldsOf(meaning, ['weekday', 'hour', 'minute', 'second']) ?? {};
    if (!isWhole(weekday, 0, 7) || !isWhole(hour, 0, 23) || !isWhole(minute, 0, 59) || !isWhole(second, 0, 59)) {
      return false;
    }
    into.setUint8(0, (weekday << 5) | hour);
    into.setUint8(1, minute);
    into.setUint8(2, second);
    return true;
  },
  read: (from) => {
    const hour = from.getUint8(0) & 31;
    const minute = from.getUint8(1);
    const second = from.getUint8(2);
    return hour > 23 || minute > 59 || second > 59 ? null : { weekday: from.getUint8(0) >> 5, hour, minute, second };
  },
});

/** Years of two digits: from 90 on those of the last century. A day that no calendar has is refused. */
const date = defineType({
  id: '11.001',
  name: 'Date',
  unit: null,
  bytes: 3,
  write: (meaning, into) => {
    const { year, month, day } = fieldsOf(meaning, ['year', 'month', 'day']) ?? {};
    if (!isWhole(year, 1990, 2089) || !isWhole(month, 1, 12) || !isDay(day, month, year)) return false;
    into.setUint8(0, day);
    into.setUint8(1, month);
    into.setUint8(2, year % 100);
    return true;
  },
  read: (from) => {
    const [day, month, two] = [from.getUint8(0), from.getUint8(1), from.getUint8(2)];
    const year = two + (two >= 90 ? 1900 : 2000);
    return two > 99 || !isWhole(month, 1, 12) || !isDay(day, month, year) ? null : { year, month, day };
  },
});

const isDay = (day: unknown, month: number, year: number | null): day is number =>
  isWhole(day, 1, new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate());

/**
 * A moment, of which every part may be unsaid (`null`): the year; month and day; the weekday (1 is Monday, 0 any); hour, minute
 * and second (24:00:00 is the end of a day); whether it is a day of work. `summer`: the time is that of summer.
 * `fault`: the clock is broken. `external`: the clock is kept right from outside. `reliable`: what keeps it right can be trusted.
 */
const dateTime = defineType({
  id: '19.001',
  name: 'DateTime',
  unit: null,
  bytes: 8,
  write: (meaning, into) => {
    const at = fieldsOf(meaning, FIELDS);
    if (at === null || FLAGS.some((flag) => typeof at[flag] !== 'boolean')) return false;
    const { year, month, day, weekday, hour, minute, second, workday } = at;
    const noDate = month === null && day === null;
    const noTime = hour === null && minute === null && second === null;
    if (year !== null && !isWhole(year, 1900, 2155)) return false;
    if (!noDate && !(isWhole(month, 1, 12) && isDay(day, month, year))) return false;
    if (weekday !== null && !isWhole(weekday, 0, 7)) return false;
    if (!noTime && !isTime(hour, minute, second)) return false;
    if (workday !== null && typeof workday !== 'boolean') return false;
    into.setUint8(0, year === null ? 0 : year - 1900);
    into.setUint8(1, noDate ? 0 : Number(month));
    into.setUint8(2, noDate ? 0 : Number(day));
    into.setUint8(3, (Number(weekday ?? 0) << 5) | Number(hour ?? 0));
    into.setUint8(4, Number(minute ?? 0));
    into.setUint8(5, Number(second ?? 0));
    const flags = [at.fault, workday ?? false, workday === null, year === null, noDate, weekday === null, noTime];
    into.setUint8(
      6,
      [...flags, at.summer].reduce<number>((byte, flag) => (byte << 1) | Number(flag), 0),
    );
    into.setUint8(7, (at.external ? 0x80 : 0) | (at.reliable ? 0x40 : 0));
    return true;
  },
  read: (from) => {
    const bytes = Array.from({ length: 8 }, (_, index) => from.getUint8(index));
    if (RESERVED.some((mask, index) => ((bytes[index] ?? 0) & mask) !== 0)) return null;
    const [years = 0, months = 0, days = 0, mixed = 0, minutes = 0, seconds = 0, flags = 0, quality = 0] = bytes;
    const unsaid = (bit: number): boolean => (flags & bit) !== 0;
    const year = unsaid(0x10) ? null : 1900 + years;
    const [month, day] = unsaid(0x08) ? [null, null] : [months, days];
    const [hour, minute, second] = unsaid(0x02) ? [null, null, null] : [mixed & 31, minutes, seconds];
    if (month !== null && !(isWhole(month, 1, 12) && isDay(day, month, year))) return null;
    if (hour !== null && !isTime(hour, minute, second)) return null;
    return {
      year,
      month,
      day,
      weekday: unsaid(0x04) ? null : mixed >> 5,
      hour,
      minute,
      second,
      workday: unsaid(0x20) ? null : (flags & 0x40) !== 0,
      fault: (flags & 0x80) !== 0,
      summer: (flags & 0x01) !== 0,
      external: (quality & 0x80) !== 0,
      reliable: (quality & 0x40) !== 0,
    };
  },
});

const FLAGS = ['fault', 'summer', 'external', 'reliable'];
const FIELDS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second', 'workday', ...FLAGS];
/** Bits of each byte that have to be 0. */
const RESERVED = [0, 0xf0, 0xe0, 0, 0xc0, 0xc0, 0, 0x3f];

const isTime = (hour: unknown, minute: unknown, second: unknown): boolean =>
  isWhole(minute, 0, 59) &&
  isWhole(second, 0, 59) &&
  (isWhole(hour, 0, 23) || (hour === 24 && minute === 0 && second === 0));

export const TIME_TYPES: readonly DatapointType[] = [timeOfDay, date, dateTime];
