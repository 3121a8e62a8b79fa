/** A source of numbers evenly spread from 0 to just under 1. */
export interface Chance {
  next(): number;
}

export const evenly = (chance: Chance, from: number, to: number): number => from + (to - from) * chance.next();

export const happens = (chance: Chance, probability: number): boolean => chance.next() < probability;

/** Mean 0 and deviation 1, near enough to normal for weather: a sum of three even numbers, never beyond ±3. */
export const normal = (chance: Chance): number => 2 * (chance.next() + chance.next() + chance.next()) - 3;

/** The wait until the next of events that come at random, so many a unit of time. */
export const untilNext = (chance: Chance, rate: number): number => -Math.log(1 - chance.next()) / rate;

/** One step of a quantity that wanders around 0 with deviation 1 and forgets itself within `memory` units of time. */
export function wander(chance: Chance, present: number, step: number, memory: number): number {
  const kept = Math.exp(-step / memory);
  return present * kept + normal(chance) * Math.sqrt(1 - kept * kept);
}
