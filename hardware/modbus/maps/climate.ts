import type { ReadyMap } from './ready-map.ts';

/** No such object, short circuit of a sensor, no sensor. */
const STIEBEL_MISSING = [-32_768, -500, -600];
const temperature = { type: 'int16', scale: 0.1, measures: '°C', poll: 15 } as const;

/** Heat pumps and ventilation units. */
export const CLIMATE = {
  'stiebel-wpm': {
    device: 'Stiebel Eltron heat pump (WPM) by ISG',
    source: 'Stiebel Eltron, "ISG Modbus" software description, WPM, block 1: registers 507 and 513',
    remark: 'the Modbus software of the ISG has to be installed',
    unit: 1,
    points: {
      flowTemperature: { ...temperature, input: 512, missing: STIEBEL_MISSING },
      temperature: { ...temperature, input: 506, missing: STIEBEL_MISSING },
    },
  },
  'stiebel-lwz': {
    device: 'Stiebel Eltron ventilation heat pump (LWZ) by ISG',
    source: 'Stiebel Eltron, "ISG Modbus" software description, LWZ, block 1: registers 7 and 12',
    remark: 'the Modbus software of the ISG has to be installed',
    unit: 1,
    points: {
      flowTemperature: { ...temperature, input: 11, missing: STIEBEL_MISSING },
      temperature: { ...temperature, input: 6, missing: STIEBEL_MISSING },
    },
  },
  'systemair-save': {
    device: 'Systemair SAVE ventilation unit',
    source: 'Systemair, "Modbus variable list SAVE", registers 1131 and 12103',
    remark: 'the level counts in manual mode; off is taken only where the unit allows a manual stop',
    unit: 1,
    points: {
      level: { holding: 1130, words: { 0: 'off', 2: 'low', 3: 'normal', 4: 'high' }, write: true },
      supplyTemperature: { ...temperature, holding: 12_102 },
    },
  },
} as const satisfies { readonly [name: string]: ReadyMap };
