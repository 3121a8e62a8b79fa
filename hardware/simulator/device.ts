import type { Cid, Content, Duration, Instant, Kind, LocalMoment } from '../../twin/index.ts';
import type { Chance } from './distributions.ts';
import type { Climate } from './room.ts';
import type { RoomUse } from './room-use.ts';
import type { Setting, Settings } from './settings.ts';
import type { Weather } from './weather.ts';

/** What a device keeps for itself beside its contents: plain numbers, so that it can be taken down and put back. */
export interface Memory {
  [name: string]: number;
}

/** One simulated device. */
export interface Device {
  readonly cid: Cid;
  readonly kind: Kind;
  readonly model: Model;
  /** The first of its rooms; the house itself for a device that is in none. */
  readonly room: Room;
  readonly settings: Settings | undefined;
  /** What it last reported, by property. */
  readonly contents: { [property: string]: Content };
  readonly memory: Memory;
  /** Electric power that it draws now, in whole W; sums stay exact. */
  watts: number;
}

/** One simulated room. */
export interface Room {
  /** The room's identifier, 0 for the house itself. */
  readonly id: number;
  readonly use: RoomUse;
  /** m². */
  readonly area: number;
  /** Azimuth of its windows; `null` for none. */
  readonly facing: number | null;
  readonly devices: readonly Device[];
  /** The lamp that people reach for when they come in. */
  readonly light: Device | undefined;
  /** The thermostat that drives the room's valves. */
  readonly thermostat: Device | undefined;
  readonly climate: Climate;
  readonly people: number;
  readonly asleep: boolean;
}

/**
 * How one type of device behaves: a row of functions without a state of their own. Whatever happens to a device later is asked for
 * with `site.later` and comes back as `due`; a `due` that is out of date is recognized by the device's memory and ignored.
 */
export interface Model {
  /** Sets the contents and the memory that the device begins with. */
  begin(device: Device, site: Site): void;
  /** Milliseconds until it answers a command; at random between the two. */
  readonly delay?: readonly [number, number];
  /** It answers a command with a number. Without it, and for a text, the device takes the content and says so. */
  answer?(device: Device, property: string, content: number, site: Site): void;
  /** Somebody changed it by hand, and it has reported so: what follows from that. */
  pressed?(device: Device, property: string, content: number, site: Site): void;
  due?(device: Device, what: string, site: Site): void;
  /** Some minutes have passed in its room, or in the house for a device of the house. */
  observe?(device: Device, site: Site): void;
  /** Where its minutes pass; `store` and `meter` also whenever the power in the house has changed, in this order. */
  readonly part?: 'room' | 'house' | 'store' | 'meter';
  /** Somebody has come into the room. */
  enter?(device: Device, site: Site): void;
  /** Everybody has left the room. */
  leave?(device: Device, site: Site): void;
  /** Somebody has gone to bed in the room. */
  sleep?(device: Device, site: Site): void;
}

/** What a device sees of the world around it. */
export interface Site {
  readonly now: Instant;
  readonly weather: Weather;
  readonly local: LocalMoment;
  /** W that everything in the house draws, that the panels make, and that the batteries take. */
  readonly power: { readonly loads: number; readonly solar: number; readonly stored: number };
  /** How many batteries share what is left over. */
  readonly stores: number;
  /** m³/h of fresh air for each m² of floor. */
  readonly freshAir: number;
  /** Mean temperature of the heated rooms, and the heat that they take, W. */
  readonly indoors: { readonly temperature: number; readonly heat: number };
  /** Reports a content. */
  say(device: Device, property: string, content: Content): void;
  /** Reports a content if it is not what the device last reported. */
  tell(device: Device, property: string, content: number): void;
  /** Reports a measured content if it is at least `band` away from the last reported one. */
  drift(device: Device, property: string, measured: number, band: number): void;
  /** Calls the device's `due` with `what`, in whole milliseconds from now; answers when. */
  later(device: Device, delay: Duration, what: string): Instant;
  /** The device's own chance, good until another one is asked for. */
  chance(device: Device): Chance;
  /** W that the device draws from now on, taken as a whole number. */
  draw(device: Device, watts: number): void;
  /** What the panels make, or the batteries take, is now so many W more. */
  flow(part: 'solar' | 'stored', watts: number): void;
  setting(device: Device, name: string): Setting;
  device(cid: string): Device | undefined;
}

/** The number that the device last reported. */
export const numeric = (device: Device, property: string): number => Number(device.contents[property]);

/** What a device can say of something that it measures: its scale has two ends. */
export function possible(device: Device, property: string, measured: number): number {
  const scale = device.kind.properties[property]?.content;
  return scale && 'minimum' in scale ? Math.max(scale.minimum, Math.min(scale.maximum, measured)) : measured;
}

/** Fills the contents and the memory of a device that begins. */
export function set(device: Device, contents: { readonly [property: string]: Content }, memory: Memory = {}): void {
  Object.assign(device.contents, contents);
  Object.assign(device.memory, memory);
}
