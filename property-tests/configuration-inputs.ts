import fc from 'fast-check';
import type { Input } from './models/configuration.ts';

const id = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 7 }) },
);
/** Also such as nobody has yet, or has any more. */
export const user = fc.integer({ min: 1, max: 9 });
/** Whom a change is about: seldom those who make the changes, so that some can be made. */
const member = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 3, max: 9 }) }, { weight: 1, arbitrary: user });
export const cid = fc.constantFrom('C1', 'C2', 'C3', 'C4', 'C5', 'C6');
const anyCid = fc.oneof({ weight: 8, arbitrary: cid }, { weight: 1, arbitrary: fc.constant('C99') });
const name = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('Den', 'Attic', 'Küche “neu”', 'x'.repeat(200)) },
  { weight: 1, arbitrary: fc.constantFrom('', '   ', 'x'.repeat(201)) },
);
const ids = fc.oneof(
  fc.uniqueArray(id, { maxLength: 3 }),
  fc.integer({ min: 1, max: 4 }).map((one) => [one]),
);
const username = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('resident', 'guest', 'somebody', 'neighbour', 'Zoë') },
  { weight: 1, arbitrary: fc.constantFrom('', ' blank', 'x'.repeat(65)) },
);
const password = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a decent password', 'another good one', 'ein drittes, länger') },
  { weight: 1, arbitrary: fc.constantFrom('short', 'password', 'resident', 'Somebody12', 'x'.repeat(257)) },
);
/** A room or a scene, mostly one that is there, or all others. */
const levelFor = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '*') },
  { weight: 1, arbitrary: id.map(String) },
);
const levelled = <Level>(...levels: readonly Level[]) =>
  fc.dictionary(levelFor, fc.constantFrom(...levels), {
    maxKeys: 3,
    noNullPrototype: true,
  });
const group = fc.constantFrom('admin', 'user', 'user');
const about = {
  enabled: fc.boolean(),
  remoteAccess: fc.boolean(),
  rooms: levelled('Off', 'View only', 'Full'),
  scenes: levelled('Off', 'Full'),
};
const sceneStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      cid: anyCid,
      property: fc.constant('state'),
      value: fc.oneof({ weight: 9, arbitrary: fc.boolean() }, { weight: 1, arbitrary: fc.constant('purple') }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ wait: fc.constantFrom(0, 0.5, 1) }) },
);
const trigger = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      when: fc.constant('change'),
      cid: anyCid,
      property: fc.constant('state'),
      to: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ when: fc.constant('scene'), scene: id }) },
  { weight: 1, arbitrary: fc.constantFrom('12:01', '12:10').map((at) => ({ when: 'time', at })) },
  { weight: 1, arbitrary: fc.constant({ when: 'never' }) },
);
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('set'), cid, property: fc.constant('state'), value: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('scene'), scene: id }) },
  { weight: 1, arbitrary: fc.constant({ do: 'set', cid: 'C1', property: 'state', value: 'purple' }) },
);
/** A rule of one trigger and one action; one of them may be wrong, but never both. */
const rule = fc.tuple(trigger, action).map(([when, act]) => ({
  triggers: [when],
  actions: isGood(when) ? [act] : [],
}));
const isGood = (part: object): boolean => !/"C99"|"never"|"scene"/.test(JSON.stringify(part));
const mode = fc.constantFrom('single', 'restart', 'queued', 'parallel');

const partly = <Record>(fields: { [Field in keyof Record]: fc.Arbitrary<Record[Field]> }) =>
  fc.record(fields, { requiredKeys: [] });
/** `set…` with an identifier and some of the fields. */
const set = <Record extends object>(key: fc.Arbitrary<number>, fields: fc.Arbitrary<Record>) =>
  fc.tuple(key, fields).map(([which, given]) => ({ id: which, ...given }));
const only = (key: fc.Arbitrary<number>) => key.map((which) => ({ id: which }));

/** A call, how often it is tried beside the others, and what with. */
export type Tried = readonly [call: string, weight: number, input: fc.Arbitrary<Input>];

/** Calls that change the configuration, each with valid inputs and invalid ones; a new call needs a row here, and the models have to know it. */
export const CHANGES: readonly Tried[] = [
  [
    'addUser',
    4,
    fc.tuple(fc.record({ username, password, group }), partly(about)).map(([must, may]) => ({ ...must, ...may })),
  ],
  ['setUser', 12, set(member, partly({ ...about, group, username }))],
  ['setUser', 3, set(member, partly({ password, group }))],
  ['removeUser', 3, only(member)],
  ['addRoom', 3, fc.record({ name, zones: ids }, { requiredKeys: ['name'] })],
  ['setRoom', 3, set(id, partly({ name, zones: ids }))],
  ['removeRoom', 3, only(id)],
  ['addZone', 2, fc.record({ name })],
  ['setZone', 2, set(id, partly({ name }))],
  ['removeZone', 2, only(id)],
  [
    'addScene',
    3,
    fc.record({ name, rooms: ids, steps: fc.array(sceneStep, { maxLength: 3 }) }, { requiredKeys: ['name'] }),
  ],
  ['setScene', 3, set(id, partly({ name, rooms: ids, steps: fc.array(sceneStep, { maxLength: 3 }) }))],
  ['removeScene', 3, only(id)],
  [
    'captureScene',
    2,
    fc.record({ name, rooms: ids, cids: fc.uniqueArray(anyCid, { maxLength: 3 }) }, { requiredKeys: ['name'] }),
  ],
  [
    'setComponent',
    8,
    fc.tuple(anyCid, partly({ name, rooms: ids, category: name })).map(([which, given]) => ({ cid: which, ...given })),
  ],
  [
    'addAutomation',
    3,
    fc
      .tuple(name, mode, rule)
      .map(([called, how, rest]) => ({ name: called, mode: how, ...rest }))
      .filter(hasOneFault),
  ],
  ['setAutomation', 3, fc.oneof(set(id, partly({ name, enabled: fc.boolean() })), set(id, rule))],
  ['removeAutomation', 2, only(id)],
  [
    'setSkill',
    2,
    fc.record({ id: fc.constantFrom('automations', 'automations', 'history', 'cooking'), enabled: fc.boolean() }),
  ],
];

function hasOneFault(input: Input): boolean {
  return String(input.name).trim() !== '' && String(input.name).length <= 200;
}

const nothing = fc.constant({});
/** Calls that only look, and commands. */
export const READS: readonly Tried[] = [
  ...['getUsers', 'getRooms', 'getZones', 'getScenes', 'getAutomations', 'getSkills', 'getAllComponents'].map(
    (call) => [call, 2, nothing] as const,
  ),
  ['getComponentData', 3, fc.record({ cid: anyCid, property: fc.constantFrom('state', 'state', 'flavour') })],
  [
    'componentUpdate',
    4,
    fc.record({
      cid: anyCid,
      property: fc.constantFrom('state', 'state', 'flavour'),
      value: fc.constantFrom(true, false, 'purple'),
    }),
  ],
];
/** Calls whose answer depends on more than the configuration. */
export const ALONE: readonly Tried[] = [
  ['executeScene', 3, only(id)],
  [
    'setPassword',
    2,
    fc
      .record({ oldPassword: fc.constantFrom('right', 'right', 'wrong'), newPassword: password })
      .map((input) => (input.oldPassword === 'right' ? input : { ...input, newPassword: 'a decent password' })),
  ],
  ['logout', 2, nothing],
];
