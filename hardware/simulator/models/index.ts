import type { Model } from '../device.ts';
import { awningModel, blindModel, garageDoorModel, shutterModel } from './cover.ts';
import { colorLightModel, dimmerModel } from './dimmer.ts';
import { batteryModel, energyMeterModel } from './energy.ts';
import { radiatorValveModel, thermostatModel, underfloorLoopModel, ventilationModel } from './heating.ts';
import { sirenModel, switchModel } from './lamp.ts';
import { motionSensorModel, presenceSensorModel } from './motion.ts';
import {
  doorContactModel,
  doorLockModel,
  leakSensorModel,
  pushButtonModel,
  smokeDetectorModel,
  windowContactModel,
} from './opening.ts';
import { heatPumpModel, pvInverterModel, wallboxModel } from './plant.ts';
import { airQualitySensorModel, humiditySensorModel, temperatureSensorModel, weatherStationModel } from './sensor.ts';
import { socketModel } from './socket.ts';

/** How a device of each kind behaves, by the kind's type. */
export const MODELS: { readonly [type: string]: Model } = {
  switch: switchModel,
  socket: socketModel,
  dimmer: dimmerModel,
  'color-light': colorLightModel,
  blind: blindModel,
  shutter: shutterModel,
  awning: awningModel,
  'window-contact': windowContactModel,
  'door-contact': doorContactModel,
  'door-lock': doorLockModel,
  'garage-door': garageDoorModel,
  'motion-sensor': motionSensorModel,
  'presence-sensor': presenceSensorModel,
  'push-button': pushButtonModel,
  'temperature-sensor': temperatureSensorModel,
  'humidity-sensor': humiditySensorModel,
  'air-quality-sensor': airQualitySensorModel,
  thermostat: thermostatModel,
  'radiator-valve': radiatorValveModel,
  'underfloor-loop': underfloorLoopModel,
  ventilation: ventilationModel,
  'heat-pump': heatPumpModel,
  'energy-meter': energyMeterModel,
  'pv-inverter': pvInverterModel,
  battery: batteryModel,
  wallbox: wallboxModel,
  'weather-station': weatherStationModel,
  'smoke-detector': smokeDetectorModel,
  'leak-sensor': leakSensorModel,
  siren: sirenModel,
};
