import type { Instant } from '../../twin/index.ts';
import type { SimulatedRoom } from './simulated-room.ts';

/** How often heat, air and light of a room are looked at, in ms. */
export const PERIOD = 300_000;
/** Rooms take turns, so that not everything happens at once. */
const TURNS = 60;

/** The next instant after `now` at which a turn comes; the house itself is looked at first, as turn -1. */
export function nextTurn(now: Instant, turn: number): Instant {
  const offset = turn < 0 ? 0 : (turn + 0.5) * (PERIOD / TURNS);
  return (Math.floor((now - offset) / PERIOD + 1) * PERIOD + offset) as Instant;
}

/** Rooms by turn; 37 and 60 have no common divisor, so neighbors get turns far apart. */
export function turnsOf(rooms: Iterable<SimulatedRoom>): readonly (readonly SimulatedRoom[])[] {
  const turns: SimulatedRoom[][] = Array.from({ length: TURNS }, () => []);
  let index = 0;
  for (const room of rooms) {
    if (room.devices.length > 0) turns[(index * 37) % TURNS]?.push(room);
    index += 1;
  }
  return turns;
}
