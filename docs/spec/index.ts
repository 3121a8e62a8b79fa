export type { CallRow, ParameterRow } from './call-row.ts';
export { CALLS, COMPONENT_DATA_ANSWERS, COMPONENT_UPDATE_ANSWERS, EXECUTE_SCENE_ANSWERS } from './calls.ts';
export type { Code, ErrorRow, StatusRow } from './errors.ts';
export { ERROR_BODY, ERRORS, LANGUAGES, LOGIN_ANSWERS, STATUSES } from './errors.ts';
export type { Decision, From, Section } from './from.ts';
export { ENCODINGS, HEADERS, PATH, REFUSED_BODIES, REFUSED_METHODS } from './http.ts';
export type { LimitRow } from './limits.ts';
export { LIMITS } from './limits.ts';
export type { LockoutRow } from './lockout.ts';
export { COUNTED_BY, FORGOTTEN_AFTER_SECONDS, LOCKOUT, LOCKOUT_RULES } from './lockout.ts';
export type { RoomLevelRow, SceneLevelRow } from './permissions.ts';
export { GROUPS, LEVEL_RULES, NOT_IN_THE_GROUP, ROOM_LEVELS, SCENE_LEVELS } from './permissions.ts';
export {
  AUTOMATION_RUN,
  COMPONENT,
  COMPONENT_UPDATE,
  CONFIGURATION_UPDATE,
  DATA_ENTRY,
  ROOM,
  SCENE,
  SCENE_STEP,
  USER,
  ZONE,
} from './records.ts';
export type { AccountRow, ControlRow } from './sandbox.ts';
export { ACCOUNTS, CONTROL, JOURNAL, READY_LINE } from './sandbox.ts';
export type { LifetimeRow } from './sessions.ts';
export { COOKIE, COOKIE_ALONE, SESSION_CARRIERS, SESSION_LIFETIMES, SESSION_RULES } from './sessions.ts';
export type { Shape } from './shape.ts';
export { CONTENT, LAST_UPDATE, TIMESTAMP, VALUE } from './shape.ts';
export type { ConnectionRow } from './socket.ts';
export { CONNECTION, EVENTS, LOGIN_NEEDED, SOCKET_PATHS } from './socket.ts';
export { ADD_WEB_HOOK_ANSWERS, WEB_HOOK_PARAMETERS } from './web-hook-calls.ts';
