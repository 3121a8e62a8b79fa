import { seconds } from '../../../twin/index.ts';
import { type Device, type Model, numeric, type Room, type Site, set } from '../device.ts';
import { evenly, happens } from '../distributions.ts';

/** The light in a room at which people want a lamp, in lux of the sky outside. */
const DUSK = 1_500;

/** Whether somebody who comes in now reaches for the switch. */
export function isDark(room: Room, site: Site): boolean {
  return !room.use.daylight || site.weather.brightness * (1 - 0.9 * shadeOf(room)) < DUSK;
}

/** How much of a room's windows is covered, 0 to 1. */
export function shadeOf(room: Room): number {
  let covers = 0;
  let closed = 0;
  for (const { kind, contents } of room.devices) {
    if (kind.category !== 'shading') continue;
    covers += 1;
    closed += Number(contents.position) / 100;
  }
  return covers === 0 ? 0 : closed / covers;
}

/**
 * People and lamps: the first lamp of a dark room goes on when somebody comes in, all lamps go off soon after everybody left or
 * went to bed. `turn` is how a kind of lamp goes on or off.
 */
export function usedByPeople(
  turn: (device: Device, on: boolean, site: Site) => void,
): Required<Pick<Model, 'enter' | 'leave' | 'sleep' | 'due'>> {
  const used = (device: Device, site: Site) => site.setting(device, 'people') === true;
  const goOff = (device: Device, site: Site, from: number, to: number) => {
    if (numeric(device, 'state') === 1 && used(device, site) && happens(site.chance(device), 0.9)) {
      site.later(device, seconds(evenly(site.chance(device), from, to)), 'off');
    }
  };
  return {
    enter: (device, site) => {
      if (device.room.light !== device || device.room.asleep || numeric(device, 'state') === 1) return;
      if (!isDark(device.room, site) || !happens(site.chance(device), 0.85)) return;
      site.later(device, seconds(evenly(site.chance(device), 0.8, 2.5)), 'on');
    },
    leave: (device, site) => goOff(device, site, 0.3, 2),
    sleep: (device, site) => goOff(device, site, 240, 900),
    due: (device, what, site) => {
      const { people, asleep } = device.room;
      const on = numeric(device, 'state') === 1;
      if (what === 'on' && !on && people > 0) turn(device, true, site);
      if (what === 'off' && on && (people === 0 || asleep)) turn(device, false, site);
    },
  };
}

/** A load that is on or off. */
export const switchModel: Model = {
  begin: (device) => set(device, { state: 0 }),
  delay: [20, 80],
  answer: (device, _property, content, site) => turnSwitch(device, content === 1, site),
  pressed: (device, _property, content, site) => site.draw(device, content === 1 ? full(device, site) : 0),
  ...usedByPeople(turnSwitch),
};

function turnSwitch(device: Device, on: boolean, site: Site): void {
  site.say(device, 'state', on ? 1 : 0);
  site.draw(device, on ? full(device, site) : 0);
}

const full = (device: Device, site: Site): number => Number(site.setting(device, 'watts'));

/** A siren draws next to nothing and sounds until it is told otherwise. */
export const sirenModel: Model = {
  begin: (device) => set(device, { state: 0 }),
  delay: [20, 60],
};
