export type Group = 'admin' | 'user';
export type RoomPermission = 'Off' | 'View only' | 'Full';
export type ScenePermission = 'Off' | 'Full';

/** A user as the controller keeps it. The password's hash is kept beside it and never leaves `access/`. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly group: Group;
  readonly enabled: boolean;
  /** The permission 'Remote Access'. */
  readonly remoteAccess: boolean;
  /** From room identifier, or `*` for all that are not named; what is named nowhere is `Full`. */
  readonly rooms: { readonly [room: string]: RoomPermission };
  /** From scene identifier, or `*`; what is named nowhere is `Full`. */
  readonly scenes: { readonly [scene: string]: ScenePermission };
}

/** A user as a scenario or the configuration describes it before the first start. */
export interface Account {
  readonly username: string;
  /** In clear, or as `passwordHash` in the form of `access/password.ts`. Both: a public password, and its hash made beforehand. */
  readonly password?: string;
  readonly passwordHash?: string;
  readonly group: Group;
  readonly enabled?: boolean;
  readonly remoteAccess?: boolean;
  readonly rooms?: { readonly [room: string]: RoomPermission };
  readonly scenes?: { readonly [scene: string]: ScenePermission };
}
