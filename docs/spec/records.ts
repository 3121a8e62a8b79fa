import type { Shape } from './shape.ts';
import { ANY, BOOLEAN, CID, CONTENT, INTEGER, LAST_UPDATE, list, TEXT, TIMESTAMP, VALUE } from './shape.ts';

/** One current value of a component. */
export const DATA_ENTRY = {
  type: 'object',
  fields: { property: TEXT, value: VALUE, content: CONTENT, lastUpdate: LAST_UPDATE },
  optional: { unit: TEXT },
} as const satisfies Shape;

export const COMPONENT = {
  type: 'object',
  fields: { cid: CID, name: TEXT, category: TEXT, type: TEXT, data: list(DATA_ENTRY), rooms: list(INTEGER) },
} as const satisfies Shape;

/** One element of `onComponentUpdate`. */
export const COMPONENT_UPDATE = {
  type: 'object',
  fields: { cid: CID, property: TEXT, value: VALUE, content: CONTENT, unit: TEXT },
} as const satisfies Shape;

export const SCENE_STEP = {
  anyOf: [
    { type: 'object', fields: { cid: CID, property: TEXT, value: VALUE } },
    { type: 'object', fields: { wait: { type: 'number' } } },
  ],
} as const satisfies Shape;

const orNull = (shape: Shape): Shape => ({ anyOf: [shape, { type: 'null' }] });

/** How a scene ended the last time. */
const LAST_RUN = {
  type: 'object',
  fields: { at: TIMESTAMP, failed: list(INTEGER), stopped: BOOLEAN },
} as const satisfies Shape;

/** As everybody sees it; admins see `steps` and `lastRun` besides. */
export const SCENE = {
  type: 'object',
  fields: { id: INTEGER, name: TEXT, rooms: list(INTEGER) },
  optional: { steps: list(SCENE_STEP), lastRun: orNull(LAST_RUN) },
} as const satisfies Shape;

export const ROOM = {
  type: 'object',
  fields: { id: INTEGER, name: TEXT, zones: list(INTEGER) },
} as const satisfies Shape;

export const ZONE = { type: 'object', fields: { id: INTEGER, name: TEXT } } as const satisfies Shape;

export const USER = {
  type: 'object',
  fields: {
    id: INTEGER,
    username: TEXT,
    group: { anyOf: [{ const: 'admin' }, { const: 'user' }] },
    enabled: BOOLEAN,
    remoteAccess: BOOLEAN,
    rooms: {
      type: 'object',
      keys: '^(\\*|\\d+)$',
      each: { anyOf: [{ const: 'Off' }, { const: 'View only' }, { const: 'Full' }] },
    },
    scenes: { type: 'object', keys: '^(\\*|\\d+)$', each: { anyOf: [{ const: 'Off' }, { const: 'Full' }] } },
  },
} as const satisfies Shape;

export const REMOTE_TOKEN = {
  type: 'object',
  fields: { id: INTEGER, name: TEXT, created: TIMESTAMP, lastUsed: orNull(TIMESTAMP) },
} as const satisfies Shape;

export const MCP_TOKEN = {
  type: 'object',
  fields: {
    id: INTEGER,
    name: TEXT,
    enabled: BOOLEAN,
    readOnly: BOOLEAN,
    created: TIMESTAMP,
    lastUsed: orNull(TIMESTAMP),
  },
} as const satisfies Shape;

export const SKILL = {
  type: 'object',
  fields: { id: TEXT, name: TEXT, enabled: BOOLEAN },
} as const satisfies Shape;

/** What triggers, conditions and actions look like is said by the published schema. */
export const AUTOMATION = {
  type: 'object',
  fields: {
    id: INTEGER,
    name: TEXT,
    enabled: BOOLEAN,
    mode: { anyOf: [{ const: 'single' }, { const: 'restart' }, { const: 'queued' }, { const: 'parallel' }] },
    triggers: list(ANY),
    conditions: list(ANY),
    actions: list(ANY),
  },
  optional: { limit: INTEGER },
} as const satisfies Shape;

/** What a condition of an automation said. */
export const CONDITION_TRACE = {
  type: 'object',
  fields: { at: TEXT, holds: BOOLEAN },
  optional: { saw: VALUE },
} as const satisfies Shape;

/** What came of an action of an automation. */
export const ACTION_TRACE = {
  type: 'object',
  fields: { at: TEXT, time: TIMESTAMP, do: TEXT, outcome: TEXT },
  optional: {
    cid: TEXT,
    property: TEXT,
    value: VALUE,
    reported: { type: 'object', fields: { value: VALUE, time: TIMESTAMP } },
  },
} as const satisfies Shape;

export const AUTOMATION_RUN = {
  type: 'object',
  fields: {
    run: INTEGER,
    automation: INTEGER,
    started: TIMESTAMP,
    ended: orNull(TIMESTAMP),
    result: TEXT,
    trigger: {
      type: 'object',
      fields: { at: TEXT },
      optional: { user: TEXT, cid: TEXT, property: TEXT, value: VALUE },
    },
    conditions: list(CONDITION_TRACE),
    actions: list(ACTION_TRACE),
    left: INTEGER,
  },
} as const satisfies Shape;

export const AUDIT_LINE = {
  type: 'object',
  fields: {
    id: INTEGER,
    at: TIMESTAMP,
    kind: { anyOf: [{ const: 'change' }, { const: 'login' }, { const: 'refusal' }] },
    user: orNull(TEXT),
    call: TEXT,
    target: { anyOf: [INTEGER, TEXT, { type: 'null' }] },
    transport: TEXT,
    path: { anyOf: [{ const: 'local' }, { const: 'remote' }] },
    source: TEXT,
    code: orNull(INTEGER),
    count: INTEGER,
  },
} as const satisfies Shape;

/** A value that a property had, and why. */
export const PAST_ENTRY = {
  type: 'object',
  fields: {
    value: VALUE,
    content: CONTENT,
    lastUpdate: TIMESTAMP,
    cause: {
      type: 'object',
      fields: { by: TEXT },
      optional: { user: orNull(TEXT), call: TEXT, scene: INTEGER, automation: INTEGER, run: INTEGER },
    },
  },
} as const satisfies Shape;

export const WEB_HOOK = {
  type: 'object',
  fields: {
    id: INTEGER,
    created: TIMESTAMP,
    lastUpdate: TIMESTAMP,
    type: { const: 'component' },
    url: TEXT,
    enabled: BOOLEAN,
    cid: CID,
    property: TEXT,
  },
} as const satisfies Shape;

/** What became of one call of a webhook. */
export const WEB_HOOK_DELIVERY = {
  type: 'object',
  fields: { time: TIMESTAMP, status: orNull(INTEGER), reason: orNull(TEXT), duration: INTEGER, content: CONTENT },
} as const satisfies Shape;

/** One element of `onConfigurationUpdate`; `record` is missing of what was removed. */
export const CONFIGURATION_UPDATE = {
  type: 'object',
  fields: {
    collection: TEXT,
    action: { anyOf: [{ const: 'add' }, { const: 'set' }, { const: 'remove' }] },
    id: { anyOf: [INTEGER, TEXT] },
    user: orNull(TEXT),
    call: orNull(TEXT),
  },
  optional: { record: ANY },
} as const satisfies Shape;
