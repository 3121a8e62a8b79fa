import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { evenly } from '../distributions.ts';

/** How far a power has to move before it is reported: 60 W, or 5 % of what was last reported. */
export const bandOf = (before: number): number => Math.max(60, Math.abs(before) * 0.05);

/**
 * A counter in Wh. Its memory holds what has flowed so far to a fraction (`name`), so that no rounding adds up; what flowed since
 * the last look is what flowed then, held until now.
 */
export function count(device: Device, name: string, watts: number, site: Site): void {
  const { memory } = device;
  const hours = (site.now - (memory.seen ?? site.now)) / 3_600_000;
  memory[name] = (memory[name] ?? 0) + Math.max(0, watts) * hours;
}

/** Reports a counter once it has gone on by a tenth of a kilowatt hour, or by a thousandth of what it shows. */
export function tellCounter(device: Device, name: string, site: Site): void {
  const total = Math.floor(device.memory[name] ?? 0);
  if (total - numeric(device, name) >= 100) site.say(device, name, total);
}

/** What a counter shows that has been in use for some time. */
export const used = (device: Device, site: Site, most: number): number =>
  Math.round(evenly(site.chance(device), 0.05, 1) * most);

/** Sees power in both directions: of the whole connection, of everything that draws, or of the devices that it names. */
export const energyMeterModel: Model = {
  begin: (device, site) => {
    const counters = { energyImported: used(device, site, 8e6), energyExported: 0 };
    set(device, { power: 0, ...counters }, { ...counters, seen: site.now, watts: 0 });
  },
  part: 'meter',
  observe: (device, site) => {
    const { memory } = device;
    const before = memory.watts ?? 0;
    count(device, 'energyImported', before, site);
    count(device, 'energyExported', -before, site);
    memory.seen = site.now;
    memory.watts = flow(device, site);
    site.drift(device, 'power', Math.round(memory.watts), bandOf(numeric(device, 'power')));
    tellCounter(device, 'energyImported', site);
    tellCounter(device, 'energyExported', site);
  },
};

function flow(device: Device, site: Site): number {
  const measures = site.setting(device, 'measures');
  const { loads, solar, stored } = site.power;
  if (measures === 'grid') return loads - solar + stored;
  if (measures === 'loads' || !Array.isArray(measures)) return loads;
  return measures.reduce((sum, cid) => sum + (site.device(cid)?.watts ?? 0), 0);
}

/** Positions in the battery's list of modes. */
const AUTOMATIC = 0;
const FILL = 2;
/** Share of what goes in that comes out again. */
const EFFICIENCY = 0.92;

/** Takes what is left over and gives it back in the evening. `stored` is what it holds in Wh. */
export const batteryModel: Model = {
  begin: (device, site) => {
    const stored = evenly(site.chance(device), 0.2, 0.7) * capacity(device, site);
    const counters = { energyCharged: used(device, site, 3e6), energyDischarged: 0 };
    counters.energyDischarged = Math.round(counters.energyCharged * EFFICIENCY);
    const charge = Math.round((100 * stored) / capacity(device, site));
    set(device, { charge, mode: AUTOMATIC, power: 0, ...counters }, { ...counters, stored, seen: site.now, watts: 0 });
  },
  delay: [100, 400],
  part: 'store',
  pressed: (device, property, content, site) => {
    if (property === 'charge') device.memory.stored = (content / 100) * capacity(device, site);
  },
  observe: (device, site) => {
    const { memory } = device;
    const before = memory.watts ?? 0;
    const hours = (site.now - (memory.seen ?? site.now)) / 3_600_000;
    const full = capacity(device, site);
    const stored = (memory.stored ?? 0) + before * hours * (before > 0 ? EFFICIENCY : 1);
    count(device, 'energyCharged', before, site);
    count(device, 'energyDischarged', -before, site);
    memory.seen = site.now;
    memory.stored = Math.max(0, Math.min(full, stored));
    memory.watts = appetite(device, site, memory.stored / full);
    site.flow('stored', memory.watts - before);
    site.drift(device, 'charge', Math.round((100 * memory.stored) / full), 1);
    const watts = Math.round(memory.watts);
    const reported = numeric(device, 'power');
    site.drift(device, 'power', watts, watts === 0 && reported !== 0 ? 1 : bandOf(reported));
    tellCounter(device, 'energyCharged', site);
    tellCounter(device, 'energyDischarged', site);
  },
};

const capacity = (device: Device, site: Site): number => Number(site.setting(device, 'capacity')) * 1_000;

/** W that it takes now; it keeps the last twentieth for itself. */
function appetite(device: Device, site: Site, level: number): number {
  const most = Number(site.setting(device, 'watts'));
  const mode = numeric(device, 'mode');
  const left = mode === FILL ? most : (site.power.solar - site.power.loads) / site.stores;
  if (mode !== AUTOMATIC && mode !== FILL) return 0;
  if (left > 0) return level >= 1 ? 0 : Math.round(Math.min(left, most));
  return level <= 0.05 ? 0 : Math.round(Math.max(left, -most));
}
