import { incidence } from './incidence.ts';
import { irradiance, saturation, type Weather } from './weather.ts';

/** The air and the walls of a room at one moment. */
export interface Climate {
  /** Air and walls, °C. */
  temperature: number;
  /** The floor, which underfloor loops heat first, °C. */
  floor: number;
  /** Grams of water in a cubic meter of air. */
  vapor: number;
  /** ppm. */
  co2: number;
}

/** What works on a room for some minutes. */
export interface Influences {
  readonly weather: Weather;
  /** m². */
  readonly area: number;
  /** Azimuth of its windows; `null` for none. */
  readonly facing: number | null;
  /** How much of the windows is shaded, 0 to 1. */
  readonly shade: number;
  /** Doors and windows that stand open to the outside. */
  readonly openings: number;
  /** Fresh air from the ventilation in m³/h. */
  readonly airflow: number;
  /** Opening of the radiator valves and of the underfloor loops, 0 to 1, when there is warm water. */
  readonly radiators: number;
  readonly loops: number;
  /** Heat of lamps and appliances in W. */
  readonly appliances: number;
  readonly people: number;
  readonly asleep: boolean;
  /** Water that each of them brings into the air, g/h. */
  readonly vapor: number;
}

/** For each m² of floor: heat capacity in Wh/K, loss in W/K, power of the heating in W. */
const CAPACITY = 45;
const LOSS = 1.05;
const RADIATOR = 75;
const LOOP = 65;
const FLOOR_CAPACITY = 50;
const FLOOR_TRANSFER = 9;
/** Height of a room in m; the air that comes in through gaps and through an open window, changes an hour; heat of 1 m³ of air, Wh/K. */
const HEIGHT = 2.5;
const LEAK = 0.2;
const WINDOW = 3.5;
const AIR = 0.34;
/** Share of the floor's area that is window, and what of the light's heat it lets in. */
const GLASS = 0.13;
const GAIN = 0.5;
/** Carbon dioxide outside in ppm. */
export const FRESH = 420;

/** Lets `hours` pass. Each balance is solved exactly for constant influences, so no step is too long to be stable. */
export function moveClimate(climate: Climate, hours: number, now: Influences): void {
  const { weather, area } = now;
  const volume = area * HEIGHT;
  const through = LEAK + WINDOW * now.openings;
  const change = through + now.airflow / volume;

  const sun = now.facing === null ? 0 : sunThroughWindows(weather, now.facing, area) * (1 - 0.85 * now.shade);
  const bodies = now.people * (now.asleep ? 70 : 90);
  // The ventilation recovers most of the heat, so it counts a fifth.
  const loss = area * LOSS + volume * AIR * (through + (0.2 * now.airflow) / volume);
  const floorTransfer = area * FLOOR_TRANSFER;
  const gains = sun + bodies + 0.8 * now.appliances + now.radiators * area * RADIATOR;
  const capacity = area * CAPACITY;

  climate.floor = toward(
    climate.floor,
    climate.temperature + (now.loops * area * LOOP) / floorTransfer,
    (hours * floorTransfer) / (area * FLOOR_CAPACITY),
  );
  climate.temperature = toward(
    climate.temperature,
    (gains + loss * weather.temperature + floorTransfer * climate.floor) / (loss + floorTransfer),
    (hours * (loss + floorTransfer)) / capacity,
  );

  const breath = (now.people * (now.asleep ? 12_000 : 19_000)) / volume;
  climate.co2 = toward(climate.co2, FRESH + breath / change, hours * change);
  const damp = (now.people * now.vapor) / volume;
  // Walls and curtains take up and give back water: the air answers a third as fast as it is changed.
  const held = Math.min(saturation(climate.temperature), weather.vapor + damp / change);
  climate.vapor = toward(climate.vapor, held, (hours * change) / 3 + (now.people > 0 ? hours * 0.5 : 0));
}

/** Watts that the sun sends through the windows of a room. */
export function sunThroughWindows(weather: Weather, facing: number, area: number): number {
  const light = irradiance(weather);
  const onGlass = light.direct * incidence(weather.sun, { tilt: 90, azimuth: facing }) + 0.5 * light.diffuse;
  return onGlass * area * GLASS * GAIN;
}

/** Relative humidity of the air in the room. */
export const humidityOf = (climate: Climate): number =>
  Math.min(100, (climate.vapor / saturation(climate.temperature)) * 100);

/** Heat in W that the room's heating delivers. */
export const heatOf = (area: number, radiators: number, loops: number): number =>
  area * (radiators * RADIATOR + loops * LOOP);

const toward = (present: number, end: number, time: number): number => end + (present - end) * Math.exp(-time);
