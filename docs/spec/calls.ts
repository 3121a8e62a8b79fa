import type { Code } from './errors.ts';
import type { From } from './from.ts';
import {
  ACTION_TRACE,
  AUDIT_LINE,
  AUTOMATION,
  AUTOMATION_RUN,
  COMPONENT,
  CONDITION_TRACE,
  PAST_ENTRY,
  ROOM,
  SCENE,
  SCENE_STEP,
  SKILL,
  USER,
  ZONE,
} from './records.ts';
import type { Shape } from './shape.ts';
import { ANY, BOOLEAN, CID, CONTENT, INTEGER, LAST_UPDATE, list, TEXT, TRUE, VALUE } from './shape.ts';

/** A parameter of a call. */
export interface ParameterRow {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
}

/** A call of the interface: the same over HTTP (`POST /api/v1/<name>`) and Socket.io (event `<name>`). */
export interface CallRow {
  readonly name: string;
  /** `anybody` needs no login, `everyone` any logged-in user, `admin` the group `admin`. */
  readonly who: 'anybody' | 'everyone' | 'admin';
  readonly parameters: readonly ParameterRow[];
  readonly answer: Shape;
  /** Errors that the call itself can be answered with, beside those of login, group and time. */
  readonly errors: readonly Code[];
  readonly from: From;
}

const required = (name: string, shape: Shape): ParameterRow => ({ name, shape, required: true });
const optional = (name: string, shape: Shape): ParameterRow => ({ name, shape, required: false });

const ADDED: Shape = { type: 'object', fields: { id: INTEGER } };

/** `add…`, `set…` and `remove…` of a collection; `fields` are those of its records, as `add…` takes them. */
const collection = (
  noun: string,
  from: From,
  fields: readonly ParameterRow[],
  more: readonly Code[] = [],
): readonly CallRow[] => {
  const common = { who: 'admin', errors: [106, 112, ...more], from } as const;
  const id = required('id', INTEGER);
  const all = fields.map((field) => ({ ...field, required: false }));
  return [
    { ...common, name: `add${noun}`, parameters: fields, answer: ADDED },
    { ...common, name: `set${noun}`, parameters: [id, ...all], answer: TRUE },
    { ...common, name: `remove${noun}`, parameters: [id], answer: TRUE },
  ];
};

const { rooms: ROOM_LEVELS, scenes: SCENE_LEVELS, group: GROUP } = USER.fields;
const USER_FIELDS = [
  ['enabled', BOOLEAN],
  ['remoteAccess', BOOLEAN],
  ['rooms', ROOM_LEVELS],
  ['scenes', SCENE_LEVELS],
] as const;

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
  {
    name: 'setComponent',
    who: 'admin',
    parameters: [
      required('cid', TEXT),
      optional('name', TEXT),
      optional('rooms', list(INTEGER)),
      optional('category', TEXT),
    ],
    answer: TRUE,
    errors: [106, 112],
    from: 'Decided: configuration',
  },
  ...collection('Room', 'Decided: configuration', [required('name', TEXT), optional('zones', list(INTEGER))]),
  ...collection('Zone', 'Decided: configuration', [required('name', TEXT)]),
  ...collection('Scene', 'Decided: configuration', [
    required('name', TEXT),
    optional('rooms', list(INTEGER)),
    optional('steps', list(SCENE_STEP)),
  ]),
  {
    name: 'captureScene',
    who: 'admin',
    parameters: [required('name', TEXT), optional('rooms', list(INTEGER)), optional('cids', list(CID))],
    answer: ADDED,
    errors: [106, 112],
    from: 'Decided: configuration',
  },
  {
    name: 'stopScene',
    who: 'admin',
    parameters: [required('id', INTEGER)],
    answer: TRUE,
    errors: [106, 112],
    from: 'Decided: configuration',
  },
  {
    name: 'getAutomations',
    who: 'admin',
    parameters: [],
    answer: list(AUTOMATION),
    errors: [117],
    from: 'Decided: automations',
  },
  ...collection(
    'Automation',
    'Decided: automations',
    [
      required('name', ANY),
      optional('enabled', ANY),
      optional('mode', ANY),
      optional('limit', ANY),
      required('triggers', ANY),
      optional('conditions', ANY),
      required('actions', ANY),
    ],
    [117],
  ),
  {
    name: 'runAutomation',
    who: 'admin',
    parameters: [required('id', INTEGER), optional('dryRun', BOOLEAN)],
    answer: {
      anyOf: [
        { type: 'object', fields: { run: INTEGER } },
        {
          type: 'object',
          fields: { conditions: list(CONDITION_TRACE), holds: BOOLEAN, actions: list(ACTION_TRACE) },
        },
      ],
    },
    errors: [106, 112, 117],
    from: 'Decided: automations',
  },
  {
    name: 'getAutomationRuns',
    who: 'admin',
    parameters: [required('id', INTEGER)],
    answer: list(AUTOMATION_RUN),
    errors: [106, 112, 117],
    from: 'Decided: automations',
  },
  { name: 'getSkills', who: 'admin', parameters: [], answer: list(SKILL), errors: [], from: 'Decided: configuration' },
  {
    name: 'setSkill',
    who: 'admin',
    parameters: [required('id', TEXT), required('enabled', BOOLEAN)],
    answer: TRUE,
    errors: [106, 112],
    from: 'Decided: configuration',
  },
  {
    name: 'addUser',
    who: 'admin',
    parameters: [
      required('username', TEXT),
      required('password', TEXT),
      required('group', GROUP),
      ...USER_FIELDS.map(([name, shape]) => optional(name, shape)),
    ],
    answer: ADDED,
    errors: [106, 112],
    from: 'Decided: users',
  },
  {
    name: 'setUser',
    who: 'admin',
    parameters: [
      required('id', INTEGER),
      optional('username', TEXT),
      optional('password', TEXT),
      optional('group', GROUP),
      ...USER_FIELDS.map(([name, shape]) => optional(name, shape)),
    ],
    answer: TRUE,
    errors: [106, 112, 117],
    from: 'Decided: users',
  },
  {
    name: 'removeUser',
    who: 'admin',
    parameters: [required('id', INTEGER)],
    answer: TRUE,
    errors: [106, 112, 117],
    from: 'Decided: users',
  },
  {
    name: 'getAudit',
    who: 'admin',
    parameters: [optional('since', TEXT), optional('limit', INTEGER)],
    answer: list(AUDIT_LINE),
    errors: [106],
    from: 'Decided: configuration',
  },
  {
    name: 'getComponentHistory',
    who: 'everyone',
    parameters: [
      required('cid', TEXT),
      required('property', TEXT),
      optional('since', TEXT),
      optional('limit', INTEGER),
    ],
    answer: list(PAST_ENTRY),
    errors: [106, 112, 116, 117],
    from: 'Decided: history',
  },
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
