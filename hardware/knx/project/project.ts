import type { GroupAddress } from '../group-address.ts';

/** What a project file of ETS says of a building, as far as a controller needs it. */
export interface Project {
  readonly name: string;
  /** Version of the format: 11 ETS 4, up to 20 ETS 5, from 21 ETS 6. */
  readonly schema: number;
  readonly style: AddressStyle;
  /** In the order of the file. */
  readonly addresses: readonly ProjectAddress[];
  readonly spaces: readonly Space[];
  readonly functions: readonly ProjectFunction[];
  /** What could not be understood, one sentence each. */
  readonly doubts: readonly string[];
}

export type AddressStyle = 'ThreeLevel' | 'TwoLevel' | 'Free';

/** A group address. */
export interface ProjectAddress {
  readonly id: string;
  readonly group: GroupAddress;
  readonly name: string;
  readonly description: string;
  /** Names of the ranges it stands in, the outer one first. */
  readonly ranges: readonly string[];
  /** Datapoint types such as `9.001`, or `9` where ETS knows only the main number; its own, else those of its objects. */
  readonly types: readonly string[];
  /** Whether its telegrams are encrypted (KNX Data Secure). */
  readonly isSecure: boolean;
  /** What devices do with it. */
  readonly objects: readonly GroupObject[];
}

/** A group object of a device that is linked to a group address. */
export interface GroupObject {
  /** Identifier of the building part in which the device is; `null` if nobody put it anywhere. */
  readonly space: string | null;
  /** Whether this is the address that the object sends to. */
  readonly sends: boolean;
  /** Flags that the project or the device's program names; `undefined` where neither does. */
  readonly flags: Flags;
}

export interface Flags {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly transmit?: boolean;
}

/** A part of a building. */
export interface Space {
  readonly id: string;
  /** `Building`, `BuildingPart`, `Floor`, `Stairway`, `Room`, `Corridor`, `DistributionBoard`, `Area`, `Ground`, `Segment`. */
  readonly type: string;
  readonly name: string;
  /** What it is part of; `null` for the whole. */
  readonly parent: string | null;
}

/** A function of a room, such as a lamp that can be dimmed. */
export interface ProjectFunction {
  readonly id: string;
  /** `FT-0` to `FT-9`. */
  readonly type: string;
  readonly name: string;
  readonly space: string | null;
  readonly members: readonly FunctionMember[];
}

export interface FunctionMember {
  /** Identifier of a group address. */
  readonly address: string;
  /** What it does there, such as `SwitchOnOff`; empty if nobody said. */
  readonly role: string;
}
