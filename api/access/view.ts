import type { Component } from '../../twin/index.ts';

/**
 * What a user may see and do at this moment. Users who may see the same components share `key`, so whatever is
 * made for many listeners is made once per key.
 */
export interface View {
  /** Equal exactly for views that see the same components, and the same rooms of each. */
  readonly key: string;
  maySee(component: Component): boolean;
  mayCommand(component: Component): boolean;
  maySeeRoom(room: number): boolean;
  mayRun(scene: number): boolean;
}
