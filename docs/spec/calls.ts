import { type CallRow, optional, required } from './call-row.ts';
import { CONFIGURATION_CALLS } from './configuration-calls.ts';
import type { Code } from './errors.ts';
import type { From } from './from.ts';
import { COMPONENT, ROOM, SCENE, USER, ZONE } from './records.ts';
import { ANY, BOOLEAN, CID, CONTENT, INTEGER, LAST_UPDATE, list, TEXT, TRUE, VALUE } from './shape.ts';
import { TOKEN_CALLS } from './token-calls.ts';
import { WEB_HOOK_CALLS } from './web-hook-calls.ts';

export const CALLS: readonly CallRow[] = [
  {
    // Over HTTP the credentials are headers; over Socket.io they are these parameters.
    name: 'auth',
    who: 'anybody',
    parameters: [optional('username', TEXT), optional('password', TEXT)],
    answer: {
      type: 'object',
      fields: { sessionID: { anyOf: [TEXT, { type: 'null' }] } },
      optional: { userID: INTEGER },
    },
    errors: [106, 109, 110, 122, 137],
    from: 'Specification: Calls',
  },
  {
    name: 'init',
    who: 'everyone',
    parameters: [optional('language', TEXT), optional('appName', TEXT), optional('configuration', BOOLEAN)],
    answer: TRUE,
    errors: [106],
    from: 'Specification: Calls',
  },
  { name: 'logout', who: 'everyone', parameters: [], answer: TRUE, errors: [], from: 'Specification: Calls' },
  {
    name: 'getVersion',
    who: 'everyone',
    parameters: [],
    answer: { type: 'object', fields: { api: TEXT, ncd: TEXT, engine: TEXT } },
    errors: [],
    from: 'Specification: Calls',
  },
  {
    name: 'getAllComponents',
    who: 'everyone',
    parameters: [optional('withProperties', BOOLEAN), optional('withMappings', BOOLEAN)],
    answer: list(COMPONENT),
    errors: [106],
    from: 'Specification: Calls',
  },
  {
    name: 'getComponentData',
    who: 'everyone',
    parameters: [required('cid', TEXT), required('property', TEXT)],
    answer: { type: 'object', fields: { value: VALUE, content: CONTENT, lastUpdate: LAST_UPDATE } },
    errors: [106, 112],
    from: 'Specification: Calls',
  },
  {
    name: 'componentUpdate',
    who: 'everyone',
    parameters: [required('cid', TEXT), required('property', TEXT), required('value', ANY)],
    answer: { type: 'object', keys: CID.pattern, each: BOOLEAN },
    errors: [106],
    from: 'Specification: Calls',
  },
  { name: 'getScenes', who: 'everyone', parameters: [], answer: list(SCENE), errors: [], from: 'Specification: Calls' },
  {
    name: 'executeScene',
    who: 'everyone',
    parameters: [required('id', INTEGER)],
    answer: TRUE,
    errors: [106, 112, 116, 117],
    from: 'Specification: Calls',
  },
  { name: 'getRooms', who: 'everyone', parameters: [], answer: list(ROOM), errors: [], from: 'Decided: other calls' },
  { name: 'getZones', who: 'everyone', parameters: [], answer: list(ZONE), errors: [], from: 'Decided: other calls' },
  { name: 'getUsers', who: 'admin', parameters: [], answer: list(USER), errors: [], from: 'Decided: other calls' },
  {
    name: 'setPassword',
    who: 'everyone',
    parameters: [required('oldPassword', TEXT), required('newPassword', TEXT)],
    answer: TRUE,
    errors: [106, 109, 110],
    from: 'Decided: other calls',
  },
  ...CONFIGURATION_CALLS,
  ...TOKEN_CALLS,
  ...WEB_HOOK_CALLS,
];

/** What `componentUpdate` answers, by what is wrong with its parameters; the first row that applies. */
export const COMPONENT_UPDATE_ANSWERS = [
  { when: 'a parameter is missing or wrongly typed', answer: 106, from: 'Decided: componentUpdate refusals' },
  { when: 'the cid is unknown', answer: false, from: 'Specification: Errors, rules' },
  { when: 'the user may not command the component', answer: false, from: 'Specification: Errors, rules' },
  { when: 'the property is unknown or read-only', answer: false, from: 'Decided: componentUpdate refusals' },
  { when: 'the property cannot take the value', answer: 106, from: 'Decided: componentUpdate refusals' },
  { when: 'nothing is wrong', answer: true, from: 'Specification: Calls' },
] as const satisfies readonly { when: string; answer: boolean | Code; from: From }[];

/** What `executeScene` answers. */
export const EXECUTE_SCENE_ANSWERS = [
  { when: 'the identifier is missing or wrongly typed', answer: 106, from: 'Specification: Error codes' },
  { when: 'no such scene exists', answer: 112, from: 'Specification: Calls' },
  { when: 'the level of the scene is Off', answer: 117, from: 'Specification: Calls' },
  { when: 'too many scenes are running', answer: 116, from: 'Decided: scenes' },
  { when: 'somebody has stopped the scene', answer: 117, from: 'Decided: scenes' },
  { when: 'the scene has run completely', answer: true, from: 'Specification: Calls' },
] as const satisfies readonly { when: string; answer: boolean | Code; from: From }[];

/** What `getComponentData` answers beside the data. */
export const COMPONENT_DATA_ANSWERS = [
  { when: 'a parameter is missing or wrongly typed', answer: 106, from: 'Specification: Error codes' },
  { when: 'the cid is unknown', answer: 112, from: 'Decided: hidden is like unknown' },
  { when: 'the property is unknown', answer: 112, from: 'Decided: hidden is like unknown' },
  { when: 'the user may not see the component', answer: 112, from: 'Decided: hidden is like unknown' },
] as const satisfies readonly { when: string; answer: Code; from: From }[];
