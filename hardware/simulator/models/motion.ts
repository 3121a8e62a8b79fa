import { type Duration, minutes } from '../../../twin/index.ts';
import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { untilNext } from '../distributions.ts';
import { shadeOf } from './lamp.ts';

/** How long a sensor keeps saying `motion`, and `presence`, after it last saw something. */
const HOLD_MOTION = minutes(2);
const HOLD_PRESENCE = minutes(6);
/** Minutes between two movements that a sensor sees: of somebody awake, of somebody asleep. */
const AWAKE = 2.5;
const ASLEEP = 90;

/** `until` is when the hold time ends, `next` when the next movement is due. */
export const motionSensorModel: Model = {
  begin: (device, site) => set(device, { motion: 0, illuminance: lightIn(device, site) }, { until: 0, next: 0 }),
  pressed: (device, property, content, site) => {
    if (property === 'motion') device.memory.until = content === 1 ? site.later(device, HOLD_MOTION, 'quiet') : 0;
  },
  enter: move,
  due: (device, what, site) => {
    if (what === 'move' && device.memory.next === site.now && device.room.people > 0) move(device, site);
    if (what === 'quiet' && device.memory.until === site.now) site.tell(device, 'motion', 0);
  },
  observe: (device, site) => {
    const before = numeric(device, 'illuminance');
    site.drift(device, 'illuminance', lightIn(device, site), Math.max(20, before * 0.3));
  },
};

function move(device: Device, site: Site): void {
  site.tell(device, 'motion', 1);
  device.memory.until = site.later(device, HOLD_MOTION, 'quiet');
  const pause = untilNext(site.chance(device), 1 / (device.room.asleep ? ASLEEP : AWAKE));
  device.memory.next = site.later(device, minutes(pause) as Duration, 'move');
}

/** Lux at the sensor: what comes through the windows, and the lamps of the room. */
function lightIn(device: Device, site: Site): number {
  const { room } = device;
  let light = room.use.daylight ? site.weather.brightness * 0.012 * (1 - 0.95 * shadeOf(room)) : 0;
  if (room.facing === null && room.use.daylight && room.area === 0) light = site.weather.brightness;
  for (const lamp of room.devices) {
    if (lamp.kind.category === 'lighting') light += (lamp.watts * 80) / Math.max(4, room.area);
  }
  return Math.round(Math.min(100_000, light));
}

/** Knows that somebody is there even if they sit still. */
export const presenceSensorModel: Model = {
  begin: (device) => set(device, { presence: 0 }, { until: 0 }),
  pressed: (device, _property, content, site) => {
    device.memory.until = content === 1 ? site.later(device, HOLD_PRESENCE, 'quiet') : 0;
  },
  enter: (device, site) => {
    device.memory.until = 0;
    site.tell(device, 'presence', 1);
  },
  leave: (device, site) => {
    device.memory.until = site.later(device, HOLD_PRESENCE, 'quiet');
  },
  due: (device, _what, site) => {
    if (device.memory.until === site.now) site.tell(device, 'presence', 0);
  },
};
