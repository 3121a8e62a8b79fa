import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { evenly } from '../distributions.ts';
import { wear, wearDown } from './opening.ts';
import { tenths } from './sensor.ts';

/** Positions in the thermostat's list of modes. */
const OFF = 0;
const ECONOMY = 2;
/** How far a valve has to move before it is worth its battery, %. */
const PLAY = 10;
/** A thermostat that is off still keeps the pipes from freezing, °C. */
const FROST = 6;

/** Keeps its room at the setpoint: its valves open the further, the colder the room is. */
export const thermostatModel: Model = {
  begin: (device) =>
    set(device, {
      temperature: tenths(device),
      setpoint: Math.round((device.room.use.warmth ?? 12) * 2),
      mode: 1,
      valve: 0,
    }),
  delay: [60, 300],
  answer: (device, property, content, site) => {
    site.say(device, property, content);
    regulate(device, site);
  },
  pressed: (device, property, content, site) => {
    if (property === 'temperature') device.room.climate.temperature = content / 10;
    regulate(device, site);
  },
  observe: (device, site) => {
    site.drift(device, 'temperature', tenths(device), 2);
    regulate(device, site);
  },
};

/** Its own valve signal, and the valves of the room if it is the one that drives them. */
function regulate(device: Device, site: Site): void {
  const { room } = device;
  const before = numeric(device, 'valve');
  const valve = opening(room.climate.temperature, wanted(device));
  const atEnd = (valve === 0 || valve === 100) && valve !== before;
  if (atEnd || Math.abs(valve - before) >= PLAY) site.say(device, 'valve', valve);
  if (room.thermostat !== device) return;
  for (const other of room.devices) {
    if (other.model === radiatorValveModel || other.model === underfloorLoopModel) {
      site.tell(other, 'valve', numeric(device, 'valve'));
    }
  }
}

function wanted(device: Device): number {
  const mode = numeric(device, 'mode');
  if (mode === OFF) return FROST;
  return numeric(device, 'setpoint') / 2 - (mode === ECONOMY ? 3 : 0);
}

/** Opening of a valve in % for the distance to the temperature that is wanted: a third open where there is none. */
export const opening = (temperature: number, wanted: number): number =>
  Math.max(0, Math.min(100, Math.round((wanted - temperature) * 60 + 30)));

export const radiatorValveModel: Model = {
  begin: (device, site) => {
    set(device, { valve: 0, charge: Math.round(evenly(site.chance(device), 40, 100)) });
    wearDown(device, site);
  },
  delay: [400, 1_500],
  due: (device, _what, site) => wear(device, site),
};

export const underfloorLoopModel: Model = {
  begin: (device) => set(device, { valve: 0, floorTemperature: Math.round(device.room.climate.floor * 10) }),
  delay: [400, 1_500],
  observe: (device, site) => site.drift(device, 'floorTemperature', Math.round(device.room.climate.floor * 10), 4),
};

/** Share of the full airflow at each level. */
const LEVELS = [0, 0.35, 0.65, 1];
const RECOVERY = 0.85;

export const ventilationModel: Model = {
  begin: (device, site) => {
    set(device, { level: 2, airflow: airflow(device, 2, site), supplyTemperature: supply(site) });
    site.draw(device, blower(device, 2, site));
  },
  delay: [150, 600],
  answer: (device, property, content, site) => {
    site.say(device, property, content);
    blow(device, content, site);
  },
  pressed: (device, property, content, site) => {
    if (property === 'level') blow(device, content, site);
  },
  part: 'house',
  observe: (device, site) => site.drift(device, 'supplyTemperature', supply(site), 5),
};

function blow(device: Device, level: number, site: Site): void {
  site.tell(device, 'airflow', airflow(device, level, site));
  site.draw(device, blower(device, level, site));
}

const airflow = (device: Device, level: number, site: Site): number =>
  Math.round(Number(site.setting(device, 'airflow')) * (LEVELS[level] ?? 0));

/** W: about a quarter of a watt for each m³/h at normal speed, more the faster it turns. */
const blower = (device: Device, level: number, site: Site): number =>
  airflow(device, level, site) * (0.1 + 0.25 * (LEVELS[level] ?? 0)) + (level === 0 ? 2 : 6);

const supply = (site: Site): number => {
  const outside = site.weather.temperature;
  return Math.round((outside + RECOVERY * (site.indoors.temperature - outside)) * 10);
};
