import { type Device, type Model, set } from '../device.ts';
import { humidityOf } from '../room.ts';

/** Temperature of the device's room in tenths of a degree, as thermometers count. */
export const tenths = (device: Device): number => Math.round(device.room.climate.temperature * 10);

/** How far a temperature has to move before it is reported, in tenths of a degree. */
const BAND = 2;

/** What a thermometer that somebody holds in the hand makes of its room. */
const warmed = (device: Device, property: string, content: number): void => {
  if (property === 'temperature') device.room.climate.temperature = content / 10;
};

export const temperatureSensorModel: Model = {
  begin: (device) => set(device, { temperature: tenths(device) }),
  pressed: warmed,
  observe: (device, site) => site.drift(device, 'temperature', tenths(device), BAND),
};

export const humiditySensorModel: Model = {
  begin: (device) =>
    set(device, { humidity: Math.round(humidityOf(device.room.climate)), temperature: tenths(device) }),
  pressed: warmed,
  observe: (device, site) => {
    site.drift(device, 'humidity', Math.round(humidityOf(device.room.climate)), 2);
    site.drift(device, 'temperature', tenths(device), BAND);
  },
};

/** ppm from which air is fair, and from which it is poor; it gets better again a little below. */
const FAIR = 1_000;
const POOR = 1_600;
const SLACK = 60;

const grade = (co2: number, before: number): number => {
  const slack = (bound: number, index: number) => (before >= index ? bound - SLACK : bound);
  if (co2 >= slack(POOR, 2)) return 2;
  return co2 >= slack(FAIR, 1) ? 1 : 0;
};

export const airQualitySensorModel: Model = {
  begin: (device) => set(device, { co2: Math.round(device.room.climate.co2), quality: 0 }),
  pressed: (device, property, content, site) => {
    if (property !== 'co2') return;
    device.room.climate.co2 = content;
    site.tell(device, 'quality', grade(content, Number(device.contents.quality)));
  },
  observe: (device, site) => {
    const co2 = Math.round(device.room.climate.co2);
    site.drift(device, 'co2', co2, 40);
    site.tell(device, 'quality', grade(co2, Number(device.contents.quality)));
  },
};

/** The station on the roof reports what the weather is, each value when it has changed enough to matter. */
export const weatherStationModel: Model = {
  begin: (device, { weather }) =>
    set(device, {
      temperature: Math.round(weather.temperature * 10),
      humidity: Math.round(weather.humidity),
      windSpeed: Math.round(weather.wind * 10),
      rain: weather.rain > 0 ? 1 : 0,
      rainfall: Math.round(weather.rain * 10),
      brightness: Math.round(weather.brightness),
    }),
  part: 'house',
  observe: (device, site) => {
    const { weather } = site;
    site.drift(device, 'temperature', Math.round(weather.temperature * 10), 3);
    site.drift(device, 'humidity', Math.round(weather.humidity), 3);
    site.drift(device, 'windSpeed', Math.round(weather.wind * 10), 8);
    site.tell(device, 'rain', weather.rain > 0 ? 1 : 0);
    const rainfall = Math.round(weather.rain * 10);
    site.drift(device, 'rainfall', rainfall, rainfall === 0 ? 1 : 5);
    const before = Number(device.contents.brightness);
    site.drift(device, 'brightness', Math.round(weather.brightness), Math.max(50, before * 0.25));
  },
};
