import type { LocalMoment } from '../../twin/index.ts';
import { type Chance, evenly, untilNext } from './distributions.ts';
import { habitAt, type RoomUse } from './room-use.ts';

/** Stays from this length on, begun at night, are for sleeping. */
const NIGHT = 60;

/** When somebody comes into an empty room: within this hour, or ask again when it is over. */
export function nextVisit(
  chance: Chance,
  use: RoomUse,
  local: LocalMoment,
): { readonly hours: number; readonly what: 'enter' | 'look' } {
  const left = 1 - (local.hour % 1);
  const { visits } = habitAt(use, local.weekday, local.hour);
  const wait = visits > 0 ? untilNext(chance, visits) : Number.POSITIVE_INFINITY;
  return wait < left ? { hours: wait, what: 'enter' } : { hours: left, what: 'look' };
}

/** How long somebody who comes in now stays, and after how many minutes they are asleep; `null` for staying awake. */
export function stay(
  chance: Chance,
  use: RoomUse,
  local: LocalMoment,
): { readonly minutes: number; readonly asleepAfter: number | null } {
  const { minutes } = habitAt(use, local.weekday, local.hour);
  const sleeps = minutes >= NIGHT && (local.hour >= 20 || local.hour < 7) && use.warmth !== null && use.people === 1;
  if (!sleeps) return { minutes: minutes * evenly(chance, 0.4, 1.6), asleepAfter: null };
  return { minutes: minutes * evenly(chance, 0.88, 1.12), asleepAfter: evenly(chance, 8, 35) };
}

/** Whether anybody ever comes into rooms of this use. */
export const isVisited = (use: RoomUse): boolean => [...use.weekday, ...use.weekend].some(([, visits]) => visits > 0);
