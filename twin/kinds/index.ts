import type { Kind } from '../kind.ts';
import { airQualitySensor } from './air-quality-sensor.ts';
import { awning } from './awning.ts';
import { battery } from './battery.ts';
import { blind } from './blind.ts';
import { colorLight } from './color-light.ts';
import { dimmer } from './dimmer.ts';
import { doorContact } from './door-contact.ts';
import { doorLock } from './door-lock.ts';
import { energyMeter } from './energy-meter.ts';
import { garageDoor } from './garage-door.ts';
import { heatPump } from './heat-pump.ts';
import { humiditySensor } from './humidity-sensor.ts';
import { leakSensor } from './leak-sensor.ts';
import { motionSensor } from './motion-sensor.ts';
import { presenceSensor } from './presence-sensor.ts';
import { pushButton } from './push-button.ts';
import { pvInverter } from './pv-inverter.ts';
import { radiatorValve } from './radiator-valve.ts';
import { shutter } from './shutter.ts';
import { siren } from './siren.ts';
import { smokeDetector } from './smoke-detector.ts';
import { socket } from './socket.ts';
import { switchKind } from './switch.ts';
import { temperatureSensor } from './temperature-sensor.ts';
import { thermostat } from './thermostat.ts';
import { underfloorLoop } from './underfloor-loop.ts';
import { ventilation } from './ventilation.ts';
import { wallbox } from './wallbox.ts';
import { weatherStation } from './weather-station.ts';
import { windowContact } from './window-contact.ts';

/** Every type of component that the controller knows: a device is a row. */
export const KINDS: readonly Kind[] = [
  switchKind,
  socket,
  dimmer,
  colorLight,
  blind,
  shutter,
  awning,
  windowContact,
  doorContact,
  doorLock,
  garageDoor,
  motionSensor,
  presenceSensor,
  pushButton,
  temperatureSensor,
  humiditySensor,
  airQualitySensor,
  thermostat,
  radiatorValve,
  underfloorLoop,
  ventilation,
  heatPump,
  energyMeter,
  pvInverter,
  battery,
  wallbox,
  weatherStation,
  smokeDetector,
  leakSensor,
  siren,
];

const BY_TYPE = new Map(KINDS.map((kind) => [kind.type, kind]));

/** The kind of a component record, by its `type`. */
export const kindOf = (type: string): Kind | undefined => BY_TYPE.get(type);
