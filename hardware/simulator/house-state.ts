import type { DeviceState } from './simulated-device.ts';
import type { RoomState } from './simulated-room.ts';
import type { SkyState } from './sky.ts';

/** A simulated house between two instants, as JSON. */
export interface HouseState {
  readonly sky: SkyState;
  readonly power: readonly [loads: number, solar: number, stored: number];
  readonly unbalanced: boolean;
  readonly indoors: readonly [temperature: number, heat: number, freshAir: number];
  readonly rooms: { readonly [room: string]: RoomState };
  readonly devices: { readonly [cid: string]: DeviceState };
}
