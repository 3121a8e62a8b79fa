export {
  DEVICE_SETTINGS,
  ROOM_SETTINGS,
  type Setting,
  type SettingRow,
  type SettingRows,
  type Settings,
  type SimulatorSettings,
} from './settings.ts';
export { createSimulator, SIMULATOR, type Simulator, type SimulatorOptions, type SimulatorState } from './simulator.ts';
