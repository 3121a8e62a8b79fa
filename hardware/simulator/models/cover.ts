import { milliseconds, seconds } from '../../../twin/index.ts';
import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { evenly, happens } from '../distributions.ts';

/** Contents of `moving`. */
const STOPPED = 0;
const OPENING = 1;
const CLOSING = 2;

/** Wind in m/s from which an awning takes care of itself. */
const STORM = 11;
const SLATS_SHUT = 90;

/**
 * Anything that a motor drives between two ends. While it travels the memory holds where it was (`from`, to a fraction of a percent) at
 * `since`, and `next`, when it reports again. `slats` is the angle that a blind turns to once it stands still, -1 for none.
 */
const cover: Model = {
  begin: (device) => set(device, { position: 0, moving: STOPPED, stop: 0 }, { from: 0, since: 0, target: 0, next: 0 }),
  delay: [80, 250],
  answer: (device, property, content, site) => {
    if (property === 'position') go(device, content, site);
    else if (content === 1) {
      site.say(device, 'stop', 1);
      halt(device, site);
      site.later(device, milliseconds(500), 'release');
    } else site.say(device, 'stop', 0);
  },
  pressed: (device, property, content, site) => {
    if (property === 'position') {
      device.memory.from = content;
      device.memory.next = 0;
      site.tell(device, 'moving', STOPPED);
    } else if (property === 'moving') {
      if (content === STOPPED) halt(device, site);
      else go(device, content === OPENING ? 0 : 100, site);
    } else if (property === 'stop' && content === 1) {
      halt(device, site);
      site.later(device, milliseconds(500), 'release');
    }
  },
  due: (device, what, site) => {
    if (what === 'release') site.tell(device, 'stop', 0);
    else if (what === 'travel' && device.memory.next === site.now) advance(device, site);
    else if (what === 'open') go(device, 0, site);
    else if (what === 'close') go(device, 100, site);
  },
};

/** Starts toward a position, from wherever it is, even on its way elsewhere. */
function go(device: Device, target: number, site: Site): void {
  const { memory } = device;
  const from = whereabouts(device, site);
  memory.target = target;
  if (from === target) {
    site.say(device, 'position', target);
    rest(device, site);
    return;
  }
  memory.from = from;
  memory.since = site.now;
  site.tell(device, 'moving', target < from ? OPENING : CLOSING);
  if ('angle' in device.contents) site.tell(device, 'angle', target < from ? 0 : SLATS_SHUT);
  lookAgain(device, site);
}

/** A report on the way, or at its end. */
function advance(device: Device, site: Site): void {
  const { memory } = device;
  const position = whereabouts(device, site);
  if (position !== memory.target) {
    site.tell(device, 'position', Math.round(position));
    lookAgain(device, site);
    return;
  }
  memory.from = position;
  site.say(device, 'position', position);
  rest(device, site);
}

function halt(device: Device, site: Site): void {
  if (numeric(device, 'moving') === STOPPED) return;
  const position = whereabouts(device, site);
  device.memory.from = position;
  site.tell(device, 'position', Math.round(position));
  rest(device, site);
}

function rest(device: Device, site: Site): void {
  device.memory.next = 0;
  site.tell(device, 'moving', STOPPED);
  const slats = device.memory.slats ?? -1;
  if (slats < 0) return;
  device.memory.slats = -1;
  site.say(device, 'angle', slats);
}

function lookAgain(device: Device, site: Site): void {
  const { memory } = device;
  const left = Math.abs((memory.target ?? 0) - whereabouts(device, site)) * perPercent(device, site);
  memory.next = site.later(device, milliseconds(Math.min(1_000, Math.max(1, Math.ceil(left)))), 'travel');
}

/** Where it is at this moment, to a fraction of a percent. */
function whereabouts(device: Device, site: Site): number {
  const { memory, contents } = device;
  const from = memory.from ?? 0;
  const way = (site.now - (memory.since ?? 0)) / perPercent(device, site);
  if (contents.moving === OPENING) return Math.max(memory.target ?? 0, from - way);
  if (contents.moving === CLOSING) return Math.min(memory.target ?? 0, from + way);
  return from;
}

const perPercent = (device: Device, site: Site): number => Number(site.setting(device, 'travel')) * 10;

/** A shutter, which people in a bedroom close when they go to bed and open when they get up. */
export const shutterModel: Model = {
  ...cover,
  sleep: (device, site) => {
    if (byPeople(device, site, 0.8) && numeric(device, 'position') < 100) later(device, 'close', site);
  },
  leave: (device, site) => {
    if (site.local.hour < 5.5 || site.local.hour > 12 || numeric(device, 'position') < 100) return;
    if (byPeople(device, site, 0.8)) later(device, 'open', site);
  },
};

const byPeople = (device: Device, site: Site, probability: number): boolean =>
  site.setting(device, 'people') === true && happens(site.chance(device), probability);

const later = (device: Device, what: string, site: Site): void => {
  site.later(device, seconds(evenly(site.chance(device), 2, 90)), what);
};

/** A venetian blind: it shuts its slats on the way down, and turns them only while it hangs still. */
export const blindModel: Model = {
  ...shutterModel,
  begin: (device, site) => {
    cover.begin(device, site);
    set(device, { angle: 0 }, { slats: -1 });
  },
  answer: (device, property, content, site) => {
    if (property !== 'angle') cover.answer?.(device, property, content, site);
    else if (numeric(device, 'moving') === STOPPED) site.say(device, 'angle', content);
    else device.memory.slats = content;
  },
};

/** An awning, which draws itself in when it gets stormy. */
export const awningModel: Model = {
  ...cover,
  part: 'house',
  observe: (device, site) => {
    if (site.weather.wind > STORM && device.memory.target !== 0) go(device, 0, site);
  },
};

/** A garage door, through which people drive out in the morning and in again in the evening. */
export const garageDoorModel: Model = {
  ...cover,
  begin: (device, site) => {
    cover.begin(device, site);
    set(device, { position: 100 }, { from: 100, target: 100 });
  },
  enter: (device, site) => {
    if (!byPeople(device, site, 0.5) || numeric(device, 'position') < 100) return;
    site.later(device, seconds(2), 'open');
    site.later(device, seconds(evenly(site.chance(device), 90, 240)), 'close');
  },
};
