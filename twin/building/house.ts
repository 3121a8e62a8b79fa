import type { Cid, Value } from '../data-entry.ts';
import type { AutomationRecord } from './automations/automation.ts';

/** A component as its owner describes it: what it is, what it is called, where it is, and which backend reaches it. */
export interface ComponentRecord {
  readonly cid: Cid;
  readonly name: string;
  readonly category: string;
  /** The kind's `type`. */
  readonly type: string;
  /** Identifiers of its rooms; none for what belongs to the whole house. */
  readonly rooms: readonly number[];
  /** Name of its backend; `null` for a component with no hardware. */
  readonly backend: string | null;
}

export interface RoomRecord {
  readonly id: number;
  readonly name: string;
  /** Identifiers of the zones that the room belongs to. */
  readonly zones: readonly number[];
}

export interface ZoneRecord {
  readonly id: number;
  readonly name: string;
}

/** Sets a value, or lets time pass. `wait` is in seconds. */
export type SceneStep =
  | { readonly cid: Cid; readonly property: string; readonly value: Value }
  | { readonly wait: number };

export interface SceneRecord {
  readonly id: number;
  readonly name: string;
  /** Rooms that the scene is shown in. */
  readonly rooms: readonly number[];
  readonly steps: readonly SceneStep[];
}

/** Everything that an owner says about a building. */
export interface House {
  /** The controller's name. */
  readonly name: string;
  /** IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Degrees, north and east positive. */
  readonly place: { readonly latitude: number; readonly longitude: number };
  readonly components: readonly ComponentRecord[];
  readonly rooms: readonly RoomRecord[];
  readonly zones: readonly ZoneRecord[];
  readonly scenes: readonly SceneRecord[];
  /** Left out: none. */
  readonly automations?: readonly AutomationRecord[];
}
