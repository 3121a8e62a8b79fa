import type { ReadyMap } from './ready-map.ts';

/** Both families have the same registers: two for each value, and none may be read together with another. */
const keba = (device: string, source: string, remark: string): ReadyMap => ({
  device,
  source,
  remark: `${remark}; it asks for 0.5 s between questions (pause: 0.5); it does not tell a car that waits for authorisation from no car`,
  unit: 255,
  points: {
    // 0 while it starts, 4 for an error and 1 say nothing of whether charging is allowed.
    state: {
      ...KEBA_VALUE,
      holding: 1000,
      words: { 2: true, 3: true, 5: false },
      write: { holding: 5014, type: 'uint16', words: { 0: false, 1: true } },
    },
    current: {
      ...KEBA_VALUE,
      holding: 1100,
      scale: 0.001,
      measures: 'A',
      write: { holding: 5004, type: 'uint16', scale: 0.001 },
    },
    status: { ...KEBA_VALUE, holding: 1000, words: { 1: 'free', 2: 'plugged', 3: 'charging', 5: 'plugged' } },
    power: { ...KEBA_VALUE, holding: 1020, scale: 0.001, measures: 'W' },
    energy: { ...KEBA_VALUE, holding: 1036, scale: 0.0001, measures: 'kWh', poll: 60 },
  },
});
const KEBA_VALUE = { type: 'uint32', alone: true } as const;

/** `watts`: what one in the register of its power is worth. */
const goE = (device: string, source: string, watts: number, more = ''): ReadyMap => ({
  device,
  source,
  remark: `Modbus has to be switched on in the app; the current is the one that is forgotten at the next start of the charger${more}`,
  unit: 1,
  points: {
    state: { holding: 200, write: { function: 16 } },
    current: { holding: 299, write: { function: 16 }, measures: 'A' },
    status: { input: 100, words: { 1: 'free', 2: 'charging', 3: 'plugged', 4: 'full' } },
    power: { input: 120, type: 'uint32', scale: watts, measures: 'W' },
    energy: { input: 128, type: 'uint32', scale: 0.1, measures: 'kWh', poll: 60 },
  },
});

/** Wallboxes for electric cars. */
export const WALLBOXES = {
  'keba-p30': keba(
    'KEBA KeContact P30 (c-series and x-series)',
    'KEBA, "KeContact P30 Modbus TCP Programmers Guide V1.07", 1000, 1020, 1036, 1100, 5004, 5014',
    'Modbus TCP has to be switched on (DIP switch 1.3)',
  ),
  'keba-p40': keba(
    'KEBA KeContact P40 (software 1.2.1 and later)',
    'KEBA, "KeContact P40 Modbus TCP Programmers Guide V1.02", 1000, 1020, 1036, 1100, 5004, 5014',
    'Modbus TCP has to be switched on in its own pages; older software counts energy ten times too small; its guide of April 2025 promises 5014, to which state is commanded, for later software',
  ),
  'go-e': goE(
    'go-e Charger (hardware V3 and later)',
    'go-e, "go-eCharger API v2: Modbus", github.com/goecharger/go-eCharger-API-v2, 100, 120, 128, 200, 299',
    0.01,
    '; firmware 60.3 swaps the bytes of its registers',
  ),
  'go-e-v2': goE(
    'go-e Charger (hardware V1 and V2, firmware 040 and later)',
    'go-e, "go-eCharger Modbus TCP API v1", github.com/goecharger/go-eCharger-API-v1, 100, 120, 128, 200, 299',
    10,
  ),
} as const satisfies { readonly [name: string]: ReadyMap };
