import type { ReadyMap } from './ready-map.ts';

const eastron = (device: string, power: number, source: string): ReadyMap => ({
  device,
  source,
  remark: 'energy is what flowed since the meter was last reset',
  unit: 1,
  points: {
    power: { input: power, type: 'float32', measures: 'W' },
    energyImported: { input: 72, type: 'float32', measures: 'kWh', poll: 60 },
    energyExported: { input: 74, type: 'float32', measures: 'kWh', poll: 60 },
  },
});

/** Electricity meters. */
export const METERS = {
  sdm630: eastron('Eastron SDM630', 52, 'Eastron, "SDM630-Modbus protocol", input registers 30053, 30073, 30075'),
  sdm120: eastron('Eastron SDM120', 12, 'Eastron, "SDM120-Modbus protocol", input registers 30013, 30073, 30075'),
  em24: {
    device: 'Carlo Gavazzi EM24 (Ethernet)',
    source: 'Carlo Gavazzi, "EM24 communication protocol", 0028h, 0034h, 004Eh',
    remark: 'energy that flows back is counted only in application H',
    unit: 1,
    points: {
      power: { holding: 0x28, type: 'int32', order: 'word-swapped', scale: 0.1, measures: 'W' },
      energyImported: {
        holding: 0x34,
        type: 'int32',
        order: 'word-swapped',
        scale: 0.1,
        measures: 'kWh',
        poll: 60,
      },
      energyExported: {
        holding: 0x4e,
        type: 'int32',
        order: 'word-swapped',
        scale: 0.1,
        measures: 'kWh',
        poll: 60,
      },
    },
  },
  umg604: {
    device: 'Janitza UMG 604',
    source: 'Janitza, "UMG 604 Modbus address list", frequently required readings 19026, 19068, 19076',
    remark: 'energy that flowed in is that of tariff 1',
    unit: 1,
    points: {
      power: { holding: 19_026, type: 'float32', measures: 'W' },
      energyImported: { holding: 19_068, type: 'float32', scale: 0.001, measures: 'kWh', poll: 60 },
      energyExported: { holding: 19_076, type: 'float32', scale: 0.001, measures: 'kWh', poll: 60 },
    },
  },
} as const satisfies { readonly [name: string]: ReadyMap };
