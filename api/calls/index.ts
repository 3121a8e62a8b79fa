import type { CallDefinition, CallTable } from '../call.ts';
import { addUser } from './add-user.ts';
import { auth } from './auth.ts';
import { automationCalls } from './automations.ts';
import { captureScene } from './capture-scene.ts';
import { componentUpdate } from './component-update.ts';
import { executeScene } from './execute-scene.ts';
import { getAllComponents } from './get-all-components.ts';
import { getAudit } from './get-audit.ts';
import { getAutomationRuns } from './get-automation-runs.ts';
import { getAutomations } from './get-automations.ts';
import { getComponentData } from './get-component-data.ts';
import { getComponentHistory } from './get-component-history.ts';
import { getRooms } from './get-rooms.ts';
import { getScenes } from './get-scenes.ts';
import { getSkills } from './get-skills.ts';
import { getUsers } from './get-users.ts';
import { getVersion } from './get-version.ts';
import { getZones } from './get-zones.ts';
import { init } from './init.ts';
import { logout } from './logout.ts';
import { mcpTokenCalls } from './mcp-tokens.ts';
import { remoteTokenCalls } from './remote-tokens.ts';
import { removeUser } from './remove-user.ts';
import { roomCalls } from './rooms.ts';
import { runAutomation } from './run-automation.ts';
import { sceneCalls } from './scenes.ts';
import { setComponent } from './set-component.ts';
import { setPassword } from './set-password.ts';
import { setSkill } from './set-skill.ts';
import { setUser } from './set-user.ts';
import { stopScene } from './stop-scene.ts';
import { webHookCalls } from './web-hooks.ts';
import { zoneCalls } from './zones.ts';

/** The interface, in the order in which the documentation shows it. */
const ALL: readonly CallDefinition[] = [
  auth,
  init,
  logout,
  getVersion,
  getAllComponents,
  getComponentData,
  componentUpdate,
  getComponentHistory,
  setComponent,
  getScenes,
  executeScene,
  stopScene,
  captureScene,
  ...sceneCalls,
  getRooms,
  ...roomCalls,
  getZones,
  ...zoneCalls,
  getAutomations,
  ...automationCalls,
  runAutomation,
  getAutomationRuns,
  ...webHookCalls,
  getSkills,
  setSkill,
  getUsers,
  addUser,
  setUser,
  removeUser,
  setPassword,
  ...mcpTokenCalls,
  ...remoteTokenCalls,
  getAudit,
];

export const CALLS: CallTable = new Map(ALL.map((call) => [call.name, call]));
