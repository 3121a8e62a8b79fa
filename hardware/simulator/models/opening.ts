import { hours, minutes, seconds } from '../../../twin/index.ts';
import { type Device, type Model, numeric, type Site, set } from '../device.ts';
import { evenly, happens } from '../distributions.ts';

const used = (device: Device, site: Site): boolean => site.setting(device, 'people') === true;

/** Opened and closed by people; `until` is when somebody means to close it. */
function contact(opens: (device: Device, site: Site) => number): Model {
  return {
    begin: (device) => set(device, { open: 0 }, { until: 0 }),
    pressed: (device) => {
      device.memory.until = 0;
    },
    enter: (device, site) => {
      if (!used(device, site) || numeric(device, 'open') === 1) return;
      const stay = opens(device, site);
      if (stay <= 0) return;
      site.tell(device, 'open', 1);
      device.memory.until = site.later(device, seconds(stay), 'close');
    },
    due: (device, _what, site) => {
      if (device.memory.until !== site.now) return;
      device.memory.until = 0;
      site.tell(device, 'open', 0);
    },
  };
}

/** A window: aired for minutes in winter, for hours on a warm day, never in the rain. */
export const windowContactModel: Model = contact((device, site) => {
  const { temperature, rain } = site.weather;
  if (rain > 0 || site.local.hour < 6 || site.local.hour > 22) return 0;
  const warm = temperature > 18 && temperature < 27;
  if (!happens(site.chance(device), warm ? 0.25 : 0.08)) return 0;
  return warm ? evenly(site.chance(device), 1_200, 7_200) : evenly(site.chance(device), 240, 900);
});

/** A door to the outside: people pass in seconds, from a living room on a warm day they leave it open. */
export const doorContactModel: Model = contact((device, site) => {
  const { temperature, rain } = site.weather;
  const passage = device.room.use.people === 1;
  if (passage) return happens(site.chance(device), 0.3) ? evenly(site.chance(device), 4, 20) : 0;
  if (rain > 0 || temperature < 16 || !happens(site.chance(device), 0.35)) return 0;
  return evenly(site.chance(device), 60, 2_400);
});

/** A lock: the household locks up for the night. Its battery lasts about two years. */
export const doorLockModel: Model = {
  begin: (device, site) => {
    set(device, { locked: 0, charge: Math.round(evenly(site.chance(device), 40, 100)) });
    wearDown(device, site);
  },
  delay: [900, 1_600],
  enter: (device, site) => {
    const { hour } = site.local;
    if (!used(device, site) || numeric(device, 'locked') === 0 || hour < 5.5 || hour >= 21) return;
    site.later(device, seconds(evenly(site.chance(device), 2, 6)), 'unlock');
  },
  leave: (device, site) => {
    const { hour } = site.local;
    if (!used(device, site) || numeric(device, 'locked') === 1 || (hour >= 5.5 && hour < 21.5)) return;
    if (happens(site.chance(device), 0.7)) site.later(device, seconds(evenly(site.chance(device), 2, 6)), 'lock');
  },
  due: (device, what, site) => {
    if (what === 'wear') wear(device, site);
    else site.tell(device, 'locked', what === 'lock' ? 1 : 0);
  },
};

/** The battery inside loses another percent after about a week, and somebody changes it before it is empty. */
export function wear(device: Device, site: Site): void {
  const charge = numeric(device, 'charge');
  site.say(device, 'charge', charge <= 10 ? 100 : charge - 1);
  wearDown(device, site);
}

export function wearDown(device: Device, site: Site): void {
  site.later(device, hours(evenly(site.chance(device), 120, 220)), 'wear');
}

/** A button on the wall: pressed now and then by whoever comes in, and released at once. */
export const pushButtonModel: Model = {
  begin: (device) => set(device, { pressed: 0 }),
  pressed: (device, _property, content, site) => {
    if (content === 1) site.later(device, seconds(0.3), 'release');
  },
  enter: (device, site) => {
    if (!used(device, site) || !happens(site.chance(device), 0.08)) return;
    site.later(device, minutes(evenly(site.chance(device), 0.02, 0.2)), 'press');
  },
  due: (device, what, site) => {
    site.tell(device, 'pressed', what === 'press' ? 1 : 0);
    if (what === 'press') site.later(device, seconds(0.3), 'release');
  },
};

/** Smoke and leaks: quiet unless somebody makes them tell. */
export const smokeDetectorModel: Model = { begin: (device) => set(device, { smoke: 0 }) };
export const leakSensorModel: Model = { begin: (device) => set(device, { leak: 0 }) };
