import type { Tool } from '../tool.ts';
import { automationCreate } from './automation-create.ts';
import { automationList } from './automation-list.ts';
import { automationRun } from './automation-run.ts';
import { automationSwitch } from './automation-switch.ts';
import { automationTraces } from './automation-traces.ts';
import { componentChanges } from './component-changes.ts';
import { componentFind } from './component-find.ts';
import { componentGetById } from './component-get-by-id.ts';
import { componentSet } from './component-set.ts';
import { roomList, zoneList } from './rooms.ts';
import { sceneCreate } from './scene-create.ts';
import { sceneList } from './scene-list.ts';
import { sceneRun, sceneStop } from './scene-run.ts';
import { skillList, skillSwitch } from './skills.ts';
import { systemStatus } from './system-status.ts';
import { userList } from './user-list.ts';

/** Every tool, in the order in which they are listed. */
const ALL: readonly Tool[] = [
  componentFind,
  componentGetById,
  componentSet,
  componentChanges,
  roomList,
  zoneList,
  sceneList,
  sceneRun,
  sceneStop,
  sceneCreate,
  automationList,
  automationRun,
  automationCreate,
  automationSwitch,
  automationTraces,
  skillList,
  skillSwitch,
  systemStatus,
  userList,
];

export const TOOLS: ReadonlyMap<string, Tool> = new Map(ALL.map((tool) => [tool.name, tool]));
