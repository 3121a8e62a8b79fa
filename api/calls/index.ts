import type { CallDefinition, CallTable } from '../call.ts';
import { auth } from './auth.ts';
import { componentUpdate } from './component-update.ts';
import { executeScene } from './execute-scene.ts';
import { getAllComponents } from './get-all-components.ts';
import { getComponentData } from './get-component-data.ts';
import { getRooms } from './get-rooms.ts';
import { getScenes } from './get-scenes.ts';
import { getUsers } from './get-users.ts';
import { getVersion } from './get-version.ts';
import { getZones } from './get-zones.ts';
import { init } from './init.ts';
import { logout } from './logout.ts';
import { setPassword } from './set-password.ts';

/** The interface, in the order in which the documentation shows it. */
const ALL: readonly CallDefinition[] = [
  auth,
  init,
  logout,
  getVersion,
  getAllComponents,
  getComponentData,
  componentUpdate,
  getScenes,
  executeScene,
  getRooms,
  getZones,
  getUsers,
  setPassword,
];

export const CALLS: CallTable = new Map(ALL.map((call) => [call.name, call]));
