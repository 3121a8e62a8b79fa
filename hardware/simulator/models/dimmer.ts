import { milliseconds } from '../../../twin/index.ts';
import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { usedByPeople } from './lamp.ts';

/** Full brightness as the device counts it, how far a ramp goes in a step, and how long a step takes. */
const FULL = 200;
const STRIDE = 40;
const STEP = milliseconds(200);

/** A lamp that ramps to its brightness; `last` is the brightness that it comes back to when it is switched on. */
export const dimmerModel: Model = {
  begin: (device) => set(device, { state: 0, brightness: 0 }, { target: 0, last: FULL, next: 0 }),
  delay: [30, 90],
  answer: (device, property, content, site) => {
    if (property === 'state') turn(device, content === 1, site);
    else if (property === 'brightness') dim(device, content, site);
    else site.say(device, property, content);
  },
  pressed: (device, property, content, site) => {
    if (property !== 'state' && property !== 'brightness') return;
    const { memory } = device;
    const brightness = property === 'state' ? content * (memory.last ?? FULL) : content;
    memory.target = brightness;
    memory.next = 0;
    if (brightness > 0) memory.last = brightness;
    site.tell(device, 'state', brightness > 0 ? 1 : 0);
    site.tell(device, 'brightness', brightness);
    shine(device, site);
  },
  ...usedByPeople(turn),
  due: (device, what, site) => {
    if (what !== 'ramp') people.due(device, what, site);
    else if (device.memory.next === site.now) ramp(device, site);
  },
};

const people = usedByPeople(turn);

/** The same with colors, which change at once. */
export const colorLightModel: Model = {
  ...dimmerModel,
  begin: (device, site) => {
    dimmerModel.begin(device, site);
    set(device, { colorTemperature: 2_700, color: 'FFFFFF' });
  },
};

function turn(device: Device, on: boolean, site: Site): void {
  site.say(device, 'state', on ? 1 : 0);
  aim(device, on ? (device.memory.last ?? FULL) : 0, site);
}

function dim(device: Device, brightness: number, site: Site): void {
  if (brightness > 0) device.memory.last = brightness;
  site.tell(device, 'state', brightness > 0 ? 1 : 0);
  if (numeric(device, 'brightness') === brightness) site.say(device, 'brightness', brightness);
  aim(device, brightness, site);
}

function aim(device: Device, target: number, site: Site): void {
  device.memory.target = target;
  ramp(device, site);
}

/** One step toward the target, and the next one if there is still a way to go. */
function ramp(device: Device, site: Site): void {
  const { memory } = device;
  const present = numeric(device, 'brightness');
  const target = memory.target ?? 0;
  const brightness = present + Math.max(-STRIDE, Math.min(STRIDE, target - present));
  site.tell(device, 'brightness', brightness);
  shine(device, site);
  memory.next = brightness === target ? 0 : site.later(device, STEP, 'ramp');
}

const shine = (device: Device, site: Site): void =>
  site.draw(device, (Number(site.setting(device, 'watts')) * numeric(device, 'brightness')) / FULL);
