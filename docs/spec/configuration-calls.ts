import { type CallRow, optional, type ParameterRow, required } from './call-row.ts';
import type { Code } from './errors.ts';
import type { From } from './from.ts';
import {
  ACTION_TRACE,
  AUDIT_LINE,
  AUTOMATION,
  AUTOMATION_RUN,
  CONDITION_TRACE,
  PAST_ENTRY,
  SCENE_STEP,
  SKILL,
  USER,
} from './records.ts';
import type { Shape } from './shape.ts';
import { ANY, BOOLEAN, CID, INTEGER, list, TEXT, TRUE } from './shape.ts';

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

/** Calls by which an owner configures the house, and what tells what became of it. */
export const CONFIGURATION_CALLS: readonly CallRow[] = [
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
