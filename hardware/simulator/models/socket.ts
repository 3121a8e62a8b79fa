import { type Duration, hours, minutes } from '../../../twin/index.ts';
import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { evenly, happens } from '../distributions.ts';
import { count, tellCounter, used } from './energy.ts';

/** A program of an appliance: minutes, and W meanwhile. */
type Program = readonly (readonly [minutes: number, watts: number])[];

interface Appliance {
  /** W between two programs. */
  readonly idle: number;
  readonly program: Program;
  /** Hours until it starts again by itself; `null` for one that people start. */
  readonly pause: ((device: Device, site: Site) => number) | null;
  /** Whether somebody who comes in starts it; it then runs its program, or until they leave. */
  readonly wanted?: (device: Device, site: Site) => boolean;
  readonly untilLeft?: true;
}

const evening = (from: number, to: number) => (device: Device, site: Site) =>
  ((evenly(site.chance(device), from, to) - site.local.hour + 24) % 24) + 0.02;

const APPLIANCES: { readonly [name: string]: Appliance } = {
  none: { idle: 0, program: [], pause: null },
  router: { idle: 24, program: [], pause: null },
  fridge: { idle: 1, program: [[13, 72]], pause: (device, site) => evenly(site.chance(device), 0.4, 0.65) },
  freezer: { idle: 1, program: [[19, 88]], pause: (device, site) => evenly(site.chance(device), 0.6, 0.9) },
  kettle: {
    idle: 0,
    program: [[3.2, 2_050]],
    pause: null,
    wanted: (device, site) => happens(site.chance(device), 0.12),
  },
  television: {
    idle: 0.4,
    program: [[240, 96]],
    pause: null,
    wanted: (device, site) => site.local.hour >= 18 && happens(site.chance(device), 0.6),
    untilLeft: true,
  },
  dishwasher: {
    idle: 0.6,
    program: [
      [12, 60],
      [22, 1_950],
      [45, 65],
      [14, 1_900],
      [28, 20],
    ],
    pause: evening(19.8, 21.5),
  },
  'washing-machine': {
    idle: 0.8,
    program: [
      [4, 90],
      [19, 2_080],
      [52, 180],
      [10, 480],
    ],
    pause: (device, site) => evening(8.5, 18)(device, site) + (happens(site.chance(device), 0.5) ? 24 : 0),
  },
};

/** Contents of `power` count tenths of a watt. */
const TENTHS = 10;

/**
 * A socket that meters its appliance. `step` is the part of the program that runs, -1 between two programs; `next` is when the
 * appliance goes on.
 */
export const socketModel: Model = {
  begin: (device, site) => {
    const energy = used(device, site, 9e5);
    set(device, { state: 1, power: 0, energy }, { energy, seen: site.now, step: -1, next: 0 });
    const idle = applianceOf(device, site).idle;
    device.contents.power = Math.round(idle * TENTHS);
    site.draw(device, idle);
    pause(device, site);
  },
  delay: [20, 80],
  answer: (device, _property, content, site) => {
    site.say(device, 'state', content);
    plug(device, content === 1, site);
  },
  pressed: (device, property, content, site) => {
    if (property === 'state') plug(device, content === 1, site);
    else if (property === 'power') takes(device, content / TENTHS, site, false);
    else if (property === 'energy') device.memory.energy = content;
  },
  observe: (device, site) => {
    count(device, 'energy', device.watts, site);
    device.memory.seen = site.now;
    tellCounter(device, 'energy', site);
  },
  enter: (device, site) => {
    const { wanted, program } = applianceOf(device, site);
    if (wanted === undefined || program.length === 0 || device.memory.step !== -1) return;
    if (numeric(device, 'state') === 1 && wanted(device, site)) {
      device.memory.next = site.later(device, minutes(evenly(site.chance(device), 0.2, 1)), 'program');
    }
  },
  leave: (device, site) => {
    if (applianceOf(device, site).untilLeft && device.memory.step !== -1) finish(device, site);
  },
  due: (device, _what, site) => {
    if (device.memory.next === site.now) proceed(device, site);
  },
};

const applianceOf = (device: Device, site: Site): Appliance =>
  APPLIANCES[String(site.setting(device, 'appliance'))] ?? (APPLIANCES.none as Appliance);

/** The next part of the program, or its end. */
function proceed(device: Device, site: Site): void {
  const step = (device.memory.step ?? -1) + 1;
  const part = applianceOf(device, site).program[step];
  if (part === undefined) {
    finish(device, site);
    return;
  }
  device.memory.step = step;
  takes(device, part[1] * evenly(site.chance(device), 0.97, 1.03), site);
  device.memory.next = site.later(device, minutes(part[0] * evenly(site.chance(device), 0.9, 1.1)), 'program');
}

function finish(device: Device, site: Site): void {
  device.memory.step = -1;
  takes(device, applianceOf(device, site).idle, site);
  pause(device, site);
}

function pause(device: Device, site: Site): void {
  const wait = applianceOf(device, site).pause?.(device, site);
  device.memory.next = wait === undefined ? 0 : site.later(device, hours(wait) as Duration, 'program');
}

/** Power cut or given back: whatever ran is over. */
function plug(device: Device, on: boolean, site: Site): void {
  device.memory.step = -1;
  device.memory.next = 0;
  takes(device, on ? applianceOf(device, site).idle : 0, site);
  if (on) pause(device, site);
}

function takes(device: Device, watts: number, site: Site, report = true): void {
  count(device, 'energy', device.watts, site);
  device.memory.seen = site.now;
  site.draw(device, watts);
  if (report) site.tell(device, 'power', Math.round(watts * TENTHS));
}
