import type { Fault } from './fault.ts';

/** How long a soak runs and what it bears. Times are real ones, in seconds, unless they say otherwise. */
export interface SoakSettings {
  /** In all. */
  readonly seconds: number;
  /** Virtual seconds per real second. */
  readonly speed: number;
  readonly seed: number;
  /** Data, journal and record; it is kept when a law was broken. */
  readonly folder: string;
  /** Lives of the house that end with a kill, and with an orderly stop, before the long last one. */
  readonly kills: number;
  readonly stops: number;
  /** Which part of all the time belongs to the last life, in which memory has to stay flat. */
  readonly longLife: number;
  /** Of a life, before memory counts as settled. */
  readonly settled: number;
  /** Between two looks at memory. */
  readonly lookEvery: number;
  /** How far memory may grow, as a part of what it was. */
  readonly growth: number;
  readonly startWithin: number;
  readonly stopWithin: number;
  /** In which a command has an outcome. */
  readonly commandWithin: number;
  /** In which a call has an answer. */
  readonly callWithin: number;
  /** What is spoiled on purpose. */
  readonly spoil: readonly Fault[];
}
