import { minutes, seconds } from '../../../twin/index.ts';
import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { evenly } from '../distributions.ts';
import { FACING, incidence } from '../incidence.ts';
import { irradiance } from '../weather.ts';
import { bandOf, count, tellCounter, used } from './energy.ts';

/** Share of the panels' power that reaches the house. */
const YIELD = 0.86;
const ASLEEP = 0;
const PRODUCING = 1;

/** Panels on the roof and their inverter. */
export const pvInverterModel: Model = {
  begin: (device, site) => {
    const energy = used(device, site, 3e7);
    set(device, { power: 0, energy, status: ASLEEP }, { energy, seen: site.now, watts: 0 });
  },
  part: 'house',
  observe: (device, site) => {
    const { memory } = device;
    count(device, 'energy', memory.watts ?? 0, site);
    const watts = production(device, site);
    site.flow('solar', watts - (memory.watts ?? 0));
    memory.seen = site.now;
    memory.watts = watts;
    site.tell(device, 'status', watts > 0 ? PRODUCING : ASLEEP);
    const before = numeric(device, 'power');
    site.drift(device, 'power', watts, watts === 0 ? 1 : bandOf(before));
    tellCounter(device, 'energy', site);
  },
};

function production(device: Device, site: Site): number {
  const light = irradiance(site.weather);
  const azimuth = FACING[String(site.setting(device, 'facing'))] ?? 180;
  const panel = { tilt: Number(site.setting(device, 'tilt')), azimuth };
  const onPanel = light.direct * incidence(site.weather.sun, panel) + light.diffuse;
  const watts = Math.round(Number(site.setting(device, 'peak')) * (onPanel / 1_000) * YIELD);
  return watts < 15 ? 0 : watts;
}

/** Positions in the heat pump's list of activities. */
const IDLE = 0;
const HEATING = 1;
const HOT_WATER = 2;
/** Heat in W that the rooms take before it starts, and below which it stops. */
const START = 900;
const STOP = 300;

/** Heats as much as the rooms take, and twice a day the hot water. */
export const heatPumpModel: Model = {
  begin: (device, site) => {
    const energy = used(device, site, 1.5e7);
    set(
      device,
      { state: 1, activity: IDLE, flowTemperature: 240, power: 0, energy },
      { energy, seen: site.now, watts: 0 },
    );
  },
  delay: [200, 900],
  answer: (device, property, content, site) => {
    site.say(device, property, content);
    run(device, site);
  },
  pressed: (device, property, _content, site) => {
    if (property === 'state') run(device, site);
  },
  part: 'house',
  observe: run,
};

function run(device: Device, site: Site): void {
  const { memory } = device;
  count(device, 'energy', memory.watts ?? 0, site);
  const activity = numeric(device, 'state') === 0 ? IDLE : need(device, site);
  const outside = site.weather.temperature;
  const flow = activity === HOT_WATER ? 52 : activity === HEATING ? Math.max(26, 34 - 0.55 * (outside - 5)) : 24;
  const most = Number(site.setting(device, 'watts'));
  const efficiency = Math.max(1.8, 5.2 - 0.055 * (flow - outside));
  const heat = activity === HEATING ? site.indoors.heat / efficiency + 40 : most * 0.6;
  const watts = activity === IDLE ? 6 : Math.round(Math.min(most, heat));
  memory.seen = site.now;
  memory.watts = watts;
  site.draw(device, watts);
  site.tell(device, 'activity', activity);
  site.drift(device, 'flowTemperature', Math.round(flow * 10), 10);
  const before = numeric(device, 'power');
  site.drift(device, 'power', watts, activity === IDLE ? 1 : bandOf(before));
  tellCounter(device, 'energy', site);
}

function need(device: Device, site: Site): number {
  const { hour } = site.local;
  if ((hour >= 4.5 && hour < 5.25) || (hour >= 14 && hour < 14.5)) return HOT_WATER;
  const threshold = numeric(device, 'activity') === HEATING ? STOP : START;
  return site.indoors.heat > threshold ? HEATING : IDLE;
}

/** Positions in the wallbox's list of what it does. */
const FREE = 0;
const PLUGGED = 1;
const CHARGING = 2;
const FULL = 3;
const VOLTS = 230;

/** A car that comes home in the evening, charges what it has driven, and leaves in the morning; `missing` is what it still takes in Wh. */
export const wallboxModel: Model = {
  begin: (device, site) => {
    const energy = used(device, site, 5e6);
    set(
      device,
      { state: 1, current: 16, status: FREE, power: 0, energy },
      { energy, seen: site.now, watts: 0, missing: 0 },
    );
    site.later(device, minutes(untilHour(site, evenly(site.chance(device), 16.5, 19.5))), 'arrive');
  },
  delay: [100, 500],
  answer: (device, property, content, site) => {
    site.say(device, property, content);
    charge(device, site);
  },
  pressed: (device, property, content, site) => {
    if (property === 'status') device.memory.missing = content === PLUGGED || content === CHARGING ? 12_000 : 0;
    charge(device, site);
  },
  observe: charge,
  due: (device, what, site) => {
    const chance = site.chance(device);
    if (what === 'arrive') {
      device.memory.missing = evenly(chance, 3_000, 16_000);
      site.tell(device, 'status', PLUGGED);
      site.later(device, seconds(8), 'charge');
      site.later(device, minutes(untilHour(site, evenly(chance, 6.5, 9.5))), 'leave');
    } else if (what === 'leave') {
      count(device, 'energy', device.memory.watts ?? 0, site);
      device.memory.missing = 0;
      site.tell(device, 'status', FREE);
      site.later(device, minutes(untilHour(site, evenly(chance, 16.5, 19.5))), 'arrive');
    }
    charge(device, site);
  },
};

function charge(device: Device, site: Site): void {
  const { memory } = device;
  const before = memory.watts ?? 0;
  count(device, 'energy', before, site);
  memory.missing = Math.max(0, (memory.missing ?? 0) - (before * (site.now - (memory.seen ?? 0))) / 3_600_000);
  memory.seen = site.now;
  const there = numeric(device, 'status') !== FREE;
  const charging = there && numeric(device, 'state') === 1 && memory.missing > 0;
  const most = Math.min(Number(site.setting(device, 'watts')), 3 * VOLTS * numeric(device, 'current'));
  memory.watts = charging ? most : 0;
  site.draw(device, memory.watts);
  if (there) site.tell(device, 'status', charging ? CHARGING : memory.missing > 0 ? PLUGGED : FULL);
  site.drift(device, 'power', Math.round(memory.watts), charging ? bandOf(numeric(device, 'power')) : 1);
  tellCounter(device, 'energy', site);
}

/** Minutes until the kitchen clock next shows this hour. */
const untilHour = (site: Site, hour: number): number => ((hour - site.local.hour + 24) % 24) * 60 + 1;
