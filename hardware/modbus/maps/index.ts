import { CLIMATE } from './climate.ts';
import { METERS } from './meters.ts';
import type { ReadyMap } from './ready-map.ts';
import { SUNSPEC_DEVICES } from './sunspec-devices.ts';
import { WALLBOXES } from './wallboxes.ts';

export type { MapPoint, ReadyMap } from './ready-map.ts';

/** Devices whose registers nobody has to look up, by the word for them in a configuration. */
export const READY_MAPS: { readonly [name: string]: ReadyMap } = {
  ...METERS,
  ...SUNSPEC_DEVICES,
  ...WALLBOXES,
  ...CLIMATE,
};
