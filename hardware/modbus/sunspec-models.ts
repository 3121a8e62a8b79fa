import type { RegisterType } from './codec.ts';
import type { Words } from './spec.ts';

/** A point of a SunSpec model. Places count from the model's identifier. */
export interface ModelPoint {
  readonly at: number;
  readonly type: RegisterType;
  /** Where its scale factor is. */
  readonly scaleAt?: number;
  readonly scale?: number;
  readonly words?: Words;
  readonly missing: readonly number[];
  readonly least?: number;
}

const NO_INT16 = [-32_768];
/** An accumulator that is not there is 0. */
const NO_ACCUMULATOR = [0];
const STATUS: Words = {
  1: 'asleep',
  2: 'asleep',
  3: 'asleep',
  4: 'producing',
  5: 'producing',
  6: 'asleep',
  7: 'fault',
  8: 'asleep',
};

/** At night an inverter draws a few watts, which is no power that it delivers. */
const inverter = {
  power: { at: 14, type: 'int16', scaleAt: 15, missing: NO_INT16, least: 0 },
  energy: { at: 24, type: 'uint32', scaleAt: 26, scale: 0.001, missing: NO_ACCUMULATOR },
  status: { at: 38, type: 'uint16', words: STATUS, missing: [] },
} as const;
const inverterInFloats = {
  power: { at: 22, type: 'float32', missing: [], least: 0 },
  energy: { at: 32, type: 'float32', scale: 0.001, missing: [] },
  status: { at: 48, type: 'uint16', words: STATUS, missing: [] },
} as const;
const meter = {
  meterPower: { at: 18, type: 'int16', scaleAt: 22, missing: NO_INT16 },
  energyExported: { at: 38, type: 'uint32', scaleAt: 54, scale: 0.001, missing: NO_ACCUMULATOR },
  energyImported: { at: 46, type: 'uint32', scaleAt: 54, scale: 0.001, missing: NO_ACCUMULATOR },
} as const;
const meterInFloats = {
  meterPower: { at: 28, type: 'float32', missing: [] },
  energyExported: { at: 60, type: 'float32', scale: 0.001, missing: [] },
  energyImported: { at: 68, type: 'float32', scale: 0.001, missing: [] },
} as const;

/** Where SunSpec's models have what we read, by their number (github.com/sunspec/models). */
export const SUNSPEC_MODELS: { readonly [model: number]: { readonly [point: string]: ModelPoint } } = {
  101: inverter,
  102: inverter,
  103: inverter,
  111: inverterInFloats,
  112: inverterInFloats,
  113: inverterInFloats,
  201: meter,
  202: meter,
  203: meter,
  204: meter,
  211: meterInFloats,
  212: meterInFloats,
  213: meterInFloats,
  214: meterInFloats,
};
