import type { ReadyMap } from './ready-map.ts';

/** Wallboxes for electric cars. */
export const WALLBOXES = {
  'keba-p30': {
    device: 'KEBA KeContact P30',
    source: 'KEBA, "KeContact P30 Modbus TCP Programmers Guide V1.02", 1020, 1036',
    remark: 'Modbus TCP has to be switched on (DIP switch 1.3); each value is read by itself; nothing is commanded',
    unit: 255,
    points: {
      power: { holding: 1020, type: 'uint32', scale: 0.001, measures: 'W', alone: true },
      energy: { holding: 1036, type: 'uint32', scale: 0.0001, measures: 'kWh', alone: true, poll: 60 },
    },
  },
  'go-e': {
    device: 'go-e Charger (firmware 040 and later)',
    source: 'go-e, "go-eCharger API v2: Modbus", github.com/goecharger/go-eCharger-API-v2, 100, 120, 128, 200, 299',
    remark:
      'Modbus has to be switched on in the app; the current is the one that is forgotten at the next start of the charger',
    unit: 1,
    points: {
      state: { holding: 200, write: { function: 16 } },
      current: { holding: 299, write: { function: 16 }, measures: 'A' },
      status: { input: 100, words: { 1: 'free', 2: 'charging', 3: 'plugged', 4: 'full' } },
      power: { input: 120, type: 'uint32', scale: 10, measures: 'W' },
      energy: { input: 128, type: 'uint32', scale: 0.1, measures: 'kWh', poll: 60 },
    },
  },
} as const satisfies { readonly [name: string]: ReadyMap };
