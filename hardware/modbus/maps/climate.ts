import type { ReadyMap } from './ready-map.ts';

/** No such object, short circuit of a sensor, no sensor. */
const STIEBEL_MISSING = [-32_768, -500, -600];
const temperature = { type: 'int16', scale: 0.1, measures: '°C', poll: 15 } as const;
const stiebelTemperature = { ...temperature, missing: STIEBEL_MISSING } as const;
/** No such object, in a register without a sign. */
const STIEBEL_NONE = [0x8000];

/** Heat pumps and ventilation units. */
export const CLIMATE = {
  'stiebel-wpm': {
    device: 'Stiebel Eltron heat pump (WPM) by ISG',
    source:
      'Stiebel Eltron, "ISG Modbus" software description, WPM, blocks 1 to 3: registers 501, 503, 507, 513, 584, 1501, 1502, 2501',
    remark:
      'the Modbus software of the ISG has to be installed; off is standby, on is the programme; the setpoint is the comfort temperature of heating circuit 1; its room temperature comes from a WPMsystem, from a WPM 3 or WPM 3i that of the remote control FE7 or FEK; some WPM 3i do not tell the activity',
    unit: 1,
    points: {
      state: {
        holding: 1500,
        words: { 1: false, 2: true, 3: true, 4: true, 5: true },
        missing: STIEBEL_NONE,
        write: { words: { 1: false, 2: true } },
      },
      // Bits 4 and 5: heating, hot water. Neither is idle; both at once, or cooling (bit 8), is nothing that we have a word for.
      activity: {
        input: 2500,
        mask: 0x0130,
        words: { 0: 'idle', 16: 'heating', 32: 'hot-water' },
        missing: STIEBEL_NONE,
      },
      flowTemperature: { ...stiebelTemperature, input: 512 },
      temperature: { ...stiebelTemperature, input: 506 },
      // 508, the actual temperature of heating circuit 1, is that of its water.
      roomTemperature: { ...stiebelTemperature, input: 583, property: 'temperature' },
      roomTemperatureFe7: { ...stiebelTemperature, input: 500, property: 'temperature' },
      roomTemperatureFek: { ...stiebelTemperature, input: 502, property: 'temperature' },
      setpoint: { ...stiebelTemperature, holding: 1501, write: true },
    },
  },
  'stiebel-lwz': {
    device: 'Stiebel Eltron ventilation heat pump (LWZ) by ISG',
    source:
      'Stiebel Eltron, "ISG Modbus" software description, LWZ, blocks 1 to 3: registers 1, 3, 7, 12, 19, 1001, 1002, 1018, 2001',
    remark:
      'the Modbus software of the ISG has to be installed; off is standby, on is automatic; room and setpoint are those of heating circuit 1 by day; the level is that of the day; the airflow is what the unit aims at',
    unit: 1,
    points: {
      state: {
        holding: 1000,
        words: { 1: false, 3: true, 4: true, 5: true, 11: true, 14: true },
        missing: STIEBEL_NONE,
        write: { words: { 1: false, 11: true } },
      },
      // Bits 2 and 4: heating, hot water. Bit 3 is cooling, for which there is no word.
      activity: {
        input: 2000,
        mask: 0x001c,
        words: { 0: 'idle', 4: 'heating', 16: 'hot-water' },
        missing: STIEBEL_NONE,
      },
      flowTemperature: { ...stiebelTemperature, input: 11 },
      temperature: { ...stiebelTemperature, input: 6 },
      roomTemperature: { ...stiebelTemperature, input: 0, property: 'temperature' },
      humidity: { ...stiebelTemperature, measures: '%', input: 2 },
      setpoint: { ...stiebelTemperature, holding: 1001, write: true },
      level: { holding: 1017, words: { 0: 'off', 1: 'low', 2: 'normal', 3: 'high' }, write: true },
      airflow: { input: 18, measures: 'm³/h', missing: STIEBEL_NONE, poll: 15 },
    },
  },
  'systemair-save': {
    device: 'Systemair SAVE ventilation unit',
    source: 'Systemair, "SAVE Modbus variable list", revision 36, registers 1131, 2001, 12102, 12103, 12136, 12544',
    remark:
      'the level counts in manual mode; off is taken only where the unit allows a manual stop; the setpoint is that of the supply air, from 12 °C; the list has no airflow in m³/h',
    unit: 1,
    points: {
      level: { holding: 1130, words: { 0: 'off', 2: 'low', 3: 'normal', 4: 'high' }, write: true },
      supplyTemperature: { ...temperature, holding: 12_102 },
      setpoint: { ...temperature, holding: 2000, write: true },
      temperature: { ...temperature, holding: 12_101 },
      roomTemperature: { ...temperature, holding: 12_543, property: 'temperature' },
      humidity: { holding: 12_135, measures: '%', poll: 15 },
    },
  },
} as const satisfies { readonly [name: string]: ReadyMap };
