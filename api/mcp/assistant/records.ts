/** Records as the calls of the interface answer them to the holder of a token. */

export interface Room {
  readonly id: number;
  readonly name: string;
  readonly zones: readonly number[];
}

export interface Zone {
  readonly id: number;
  readonly name: string;
}

export type Value = boolean | number | string;

export type SceneStep =
  | { readonly cid: string; readonly property: string; readonly value: Value }
  | { readonly wait: number };

export interface Scene {
  readonly id: number;
  readonly name: string;
  readonly rooms: readonly number[];
  readonly steps: readonly SceneStep[];
  readonly lastRun: { readonly at: string; readonly failed: readonly number[]; readonly stopped: boolean } | null;
}

/** The present value of a property. */
export interface Present {
  readonly value: Value | null;
  readonly content: number | string | null;
  /** ISO 8601; `null` if the device has never reported it. */
  readonly lastUpdate: string | null;
}

export interface PresentEntry extends Present {
  readonly property: string;
}

/** What a property is. */
export interface Property {
  readonly property: string;
  readonly means: string;
  readonly quantity: string;
  readonly unit: string | null;
  readonly type: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
  readonly options?: readonly string[];
  readonly pattern?: string;
  readonly commandable: boolean;
}

export interface ComponentAnswer {
  readonly cid: string;
  readonly name: string;
  readonly category: string;
  readonly type: string;
  readonly rooms: readonly number[];
  readonly data: readonly PresentEntry[];
  readonly properties?: readonly Property[];
}

export interface Automation {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly mode: string;
  readonly triggers: readonly object[];
  readonly conditions: readonly object[];
  readonly actions: readonly object[];
}

export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}
