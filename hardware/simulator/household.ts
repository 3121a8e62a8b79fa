import { type Duration, hours, minutes } from '../../twin/index.ts';
import type { Site } from './device.ts';
import type { Chance } from './distributions.ts';
import type { SimulatedRoom } from './simulated-room.ts';
import { isVisited, nextVisit, stay } from './visits.ts';

/** A site in which rooms, too, have a chance of their own and can be called back. */
export interface Home extends Site {
  chance(who: Parameters<Site['chance']>[0] | SimulatedRoom): Chance;
  later(who: Parameters<Site['chance']>[0] | SimulatedRoom, delay: Duration, what: string): ReturnType<Site['later']>;
}

/** Plans the first visit; a room that nobody visits, or that has nothing in it, is left alone. */
export function beginVisits(room: SimulatedRoom, home: Home): void {
  if (isVisited(room.use) && room.id !== 0 && room.devices.length > 0) plan(room, home);
}

/** Something that people do in a room falls due. */
export function visit(room: SimulatedRoom, what: string, home: Home): void {
  if (what === 'enter') enter(room, home);
  else if (what === 'sleep') sleep(room, home);
  else if (what === 'leave') leave(room, home);
  else plan(room, home);
}

function plan(room: SimulatedRoom, home: Home): void {
  const next = nextVisit(home.chance(room), room.use, home.local);
  home.later(room, hours(next.hours), next.what);
}

function enter(room: SimulatedRoom, home: Home): void {
  const chance = home.chance(room);
  room.people = 1 + Math.floor(chance.next() * room.use.people);
  const { minutes: length, asleepAfter } = stay(chance, room.use, home.local);
  home.later(room, minutes(length), 'leave');
  if (asleepAfter !== null) home.later(room, minutes(asleepAfter), 'sleep');
  for (const device of room.devices) device.model.enter?.(device, home);
}

function sleep(room: SimulatedRoom, home: Home): void {
  room.asleep = true;
  for (const device of room.devices) device.model.sleep?.(device, home);
}

function leave(room: SimulatedRoom, home: Home): void {
  room.people = 0;
  room.asleep = false;
  for (const device of room.devices) device.model.leave?.(device, home);
  plan(room, home);
}
