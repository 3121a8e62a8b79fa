import type { Shape } from './shape.ts';
import { BOOLEAN, CID, CONTENT, INTEGER, LAST_UPDATE, list, TEXT, VALUE } from './shape.ts';

/** One current value of a component. */
export const DATA_ENTRY = {
  type: 'object',
  fields: { property: TEXT, value: VALUE, content: CONTENT, lastUpdate: LAST_UPDATE },
  optional: { unit: { anyOf: [TEXT, { type: 'null' }] } },
} as const satisfies Shape;

export const COMPONENT = {
  type: 'object',
  fields: { cid: CID, name: TEXT, category: TEXT, type: TEXT, data: list(DATA_ENTRY), rooms: list(INTEGER) },
} as const satisfies Shape;

/** One element of `onComponentUpdate`. */
export const COMPONENT_UPDATE = {
  type: 'object',
  fields: { cid: CID, property: TEXT, value: VALUE, content: CONTENT, unit: { anyOf: [TEXT, { type: 'null' }] } },
} as const satisfies Shape;

export const SCENE_STEP = {
  anyOf: [
    { type: 'object', fields: { cid: CID, property: TEXT, value: VALUE } },
    { type: 'object', fields: { wait: { type: 'number' } } },
  ],
} as const satisfies Shape;

/** As everybody sees it; admins see `steps` besides. */
export const SCENE = {
  type: 'object',
  fields: { id: INTEGER, name: TEXT, rooms: list(INTEGER) },
  optional: { steps: list(SCENE_STEP) },
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
