import { CALLS } from '../docs/spec/index.ts';

/** Parameters that each call takes in every sandbox, whoever calls. */
export const SAMPLES: Readonly<Record<string, object>> = {
  auth: {},
  init: { language: 'en', appName: 'property-tests' },
  logout: {},
  getVersion: {},
  getAllComponents: { withProperties: true, withMappings: true },
  getComponentData: { cid: 'C1', property: 'state' },
  componentUpdate: { cid: 'C1', property: 'state', value: true },
  getScenes: {},
  executeScene: { id: 1 },
  getRooms: {},
  getZones: {},
  getUsers: {},
  setPassword: { oldPassword: 'not this one', newPassword: 'a password that is long enough' },
};

/** Values of every JSON type. */
export const ODDITIES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53 + 2,
    '',
    'x',
    'C1',
    'x'.repeat(100_000),
    '\u0000',
    '\ud800',
    '__proto__',
  ],
  ...[
    [],
    [[]],
    ['C1'],
    {},
    { cid: 'C1' },
    { toString: 'x' },
    JSON.parse('{"__proto__":{"group":"admin"},"constructor":{"prototype":{}}}'),
  ],
];

/** Calls with at least one parameter. */
export const WITH_PARAMETERS = CALLS.filter(({ name, parameters }) => parameters.length > 0 && name !== 'auth');
