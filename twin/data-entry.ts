import type { Instant } from './clock/clock.ts';

/** Identifier of a component: the letter `C` and digits (specification, "Component"). */
export type Cid = `C${number}`;

/** Raw device value: a number where the device has a number (switching state `1` or `0`), else a text. */
export type Content = number | string;

/** What a content means: a boolean for a state, a number in the property's unit, or a word. */
export type Value = boolean | number | string;

/** Why an entry came about, or who asked for a command. */
export type Cause =
  | { readonly by: 'device' }
  | { readonly by: 'user'; readonly user: string; readonly call: string }
  | {
      readonly by: 'scene';
      readonly scene: number;
      /** Who ran it; `null` for an automation, which is then named with its run. */
      readonly user: string | null;
      readonly automation?: number;
      readonly run?: number;
    }
  | { readonly by: 'automation'; readonly automation: number; readonly run: number }
  | { readonly by: 'fault' }
  | { readonly by: 'restart' };

/** One value of one property at one instant: the atom of the twin's output. */
export interface DataEntry {
  readonly cid: Cid;
  readonly property: string;
  /** Raw, as the device reported it; `null` until it has reported for the first time. */
  readonly content: Content | null;
  /** What `content` means; `null` as long as there is none. */
  readonly value: Value | null;
  readonly lastUpdate: Instant | null;
  /** Unit of `value`, such as `°C`; `null` where there is none. */
  readonly unit: string | null;
  /** Position in the one order of everything that happens in the controller; 0 for an entry that was never reported. */
  readonly sequence: number;
  readonly cause: Cause;
}

/** Who asked, and over which call. */
export const asker = (cause: Cause): { readonly user: string | null; readonly call: string | null } =>
  cause.by === 'user' ? { user: cause.user, call: cause.call } : { user: null, call: null };
