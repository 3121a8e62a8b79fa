import { type Instant, type SunPosition, sunAt } from '../../twin/index.ts';
import { type Chance, normal, wander } from './distributions.ts';

/** The weather at one moment, as it is and not as a device reports it. */
export interface Weather {
  readonly sun: SunPosition;
  /** °C. */
  readonly temperature: number;
  /** Relative, 0 to 100. */
  readonly humidity: number;
  /** Grams of water in a cubic meter of air. */
  readonly vapor: number;
  /** 0 clear to 1 overcast. */
  readonly clouds: number;
  /** m/s. */
  readonly wind: number;
  /** mm/h. */
  readonly rain: number;
  /** Light of the whole sky in lux. */
  readonly brightness: number;
}

/** What the weather remembers from one step to the next: each is a number that wanders around 0. */
export interface WeatherMemory {
  /** Warmer or colder days: `warmth` follows `trend` within hours, so that the air does not jump. */
  warmth: number;
  trend: number;
  /** Fair or foul days. */
  front: number;
  /** Single clouds and showers. */
  cloud: number;
  /** Windy or calm half-days. */
  wind: number;
  gust: number;
}

export const firstWeather = (chance: Chance): WeatherMemory => ({
  warmth: normal(chance),
  trend: normal(chance),
  front: normal(chance),
  cloud: normal(chance),
  wind: normal(chance),
  gust: normal(chance),
});

/** Lets `hours` of weather pass. */
export function moveWeather(memory: WeatherMemory, chance: Chance, hours: number): void {
  memory.trend = wander(chance, memory.trend, hours, 50);
  memory.warmth = memory.trend + (memory.warmth - memory.trend) * Math.exp(-hours / 8);
  memory.front = wander(chance, memory.front, hours, 20);
  memory.cloud = wander(chance, memory.cloud, hours, 0.7);
  memory.wind = wander(chance, memory.wind, hours, 10);
  memory.gust = wander(chance, memory.gust, hours, 0.4);
}

/** The weather that follows from the memory, the season, the hour and the place. */
export function weatherAt(
  now: Instant,
  memory: WeatherMemory,
  place: { readonly latitude: number; readonly longitude: number },
): Weather {
  const sun = sunAt(place, now);
  const clouds = between(0.5 + 0.42 * memory.front + 0.16 * memory.cloud, 0, 1);
  const wet = memory.front + 0.55 * memory.cloud - 1.35;
  const rain = wet > 0 ? Math.min(40, 0.2 + 5 * wet * wet) : 0;

  const away = Math.abs(place.latitude);
  const year = ((now / 86_400_000) % 365.2425) / 365.2425;
  const season = Math.cos(2 * Math.PI * (year - (place.latitude < 0 ? 0.05 : 0.55)));
  const solarHour = (((now / 3_600_000 + place.longitude / 15) % 24) + 24) % 24;
  const fair = between(0.5 - 0.42 * memory.front, 0, 1);
  const course = Math.cos((2 * Math.PI * (solarHour - 15)) / 24) * (2 + 4 * fair) * (1 + 0.3 * season);
  const temperature = 28 - 0.38 * away + 0.2 * away * season + course + 3.2 * memory.warmth;

  const humidity = between(68 + 16 * memory.front - 3 * course + (rain > 0 ? 14 : 0), 22, 100);
  const wind = Math.min(35, Math.exp(0.7 + 0.55 * memory.wind + 0.25 * memory.gust + 0.15 * memory.front));
  return {
    sun,
    temperature,
    humidity,
    vapor: (saturation(temperature) * humidity) / 100,
    clouds,
    wind,
    rain,
    brightness: skyLight(sun.elevation, clouds),
  };
}

/** Grams of water that a cubic meter of air can hold (Magnus formula). */
export function saturation(temperature: number): number {
  const pressure = 611.2 * Math.exp((17.62 * temperature) / (243.12 + temperature));
  return (pressure * 2.1667) / (273.15 + temperature);
}

/** Lux under the open sky: full sun about 110 000, overcast noon about 20 000, dusk fades to 0 at 8° below the horizon. */
function skyLight(elevation: number, clouds: number): number {
  if (elevation <= -8) return 0;
  if (elevation <= 0) return 400 * ((elevation + 8) / 8) ** 3;
  const height = Math.sin((elevation * Math.PI) / 180);
  return 400 + 110_000 * height ** 1.2 * (1 - 0.8 * clouds * clouds);
}

/** Watts on a square meter that faces the sun, and on one that only sees the sky. */
export function irradiance(weather: Weather): { readonly direct: number; readonly diffuse: number } {
  const height = Math.sin((weather.sun.elevation * Math.PI) / 180);
  if (height <= 0) return { direct: 0, diffuse: 0 };
  const open = 1 - weather.clouds;
  return {
    direct: 950 * height ** 0.3 * open ** 1.3,
    diffuse: height * (110 + 220 * weather.clouds * (1 - 0.55 * weather.clouds)),
  };
}

const between = (value: number, minimum: number, maximum: number): number =>
  Math.max(minimum, Math.min(maximum, value));
