import fc from 'fast-check';
import type { Input } from './models/configuration.ts';

/** How a call comes: by the latest session of the user, by credential headers, or over an open connection. */
export type Way = 'session' | 'headers' | 'socket';

/** Somebody calls. Users are meant by identifier, whoever that is at the time. */
export interface Calling {
  readonly by: number;
  readonly way: Way;
  readonly call: string;
  readonly input: Input;
  /** A field has a type that it cannot have. */
  readonly isSpoiled: boolean;
}

export type Step =
  | ({ readonly do: 'call' } & Calling)
  | { readonly do: 'together'; readonly calls: readonly [Calling, Calling] }
  /** Wall switches are pressed while a call is under way. */
  | { readonly do: 'meanwhile'; readonly calling: Calling; readonly presses: readonly string[] }
  | { readonly do: 'log in'; readonly by: number; readonly isRight: boolean }
  | { readonly do: 'connect'; readonly by: number; readonly way: 'session' | 'password'; readonly asksForNews: boolean }
  | { readonly do: 'change user'; readonly connection: number; readonly by: number; readonly asksForNews: boolean }
  | { readonly do: 'init'; readonly connection: number; readonly asksForNews: boolean }
  | { readonly do: 'press'; readonly cid: string }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'hear' };

const id = fc.integer({ min: 1, max: 6 });
const user = fc.integer({ min: 1, max: 9 });
/** Most changes are tried by those who may make them. */
const caller = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(1, 2) }, { weight: 4, arbitrary: user });
const cid = fc.constantFrom('C1', 'C2', 'C3', 'C4', 'C5', 'C6');
const anyCid = fc.oneof({ weight: 8, arbitrary: cid }, { weight: 1, arbitrary: fc.constant('C99') });
const way = fc.constantFrom<Way>('session', 'socket', 'headers');
const name = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('Den', 'Attic', 'Küche “neu”', 'x'.repeat(200)) },
  { weight: 1, arbitrary: fc.constantFrom('', '   ', 'x'.repeat(201)) },
);
const ids = fc.uniqueArray(id, { maxLength: 3 });
const username = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('resident', 'guest', 'somebody', 'neighbour', 'Zoë') },
  { weight: 1, arbitrary: fc.constantFrom('', ' blank', 'x'.repeat(65)) },
);
const password = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a decent password', 'another good one', 'ein drittes, länger') },
  { weight: 1, arbitrary: fc.constantFrom('short', 'password', 'resident', 'Somebody12', 'x'.repeat(257)) },
);
const levelled = <Level>(...levels: readonly Level[]) =>
  fc.dictionary(fc.oneof(id.map(String), fc.constant('*')), fc.constantFrom(...levels), {
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

const CHANGES: readonly (readonly [string, number, fc.Arbitrary<Input>])[] = [
  [
    'addUser',
    4,
    fc.tuple(fc.record({ username, password, group }), partly(about)).map(([must, may]) => ({ ...must, ...may })),
  ],
  ['setUser', 12, set(user, partly({ ...about, group, username }))],
  ['setUser', 3, set(user, partly({ password, group }))],
  ['removeUser', 3, only(user)],
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
const READS: readonly (readonly [string, number, fc.Arbitrary<Input>])[] = [
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
const ALONE: readonly (readonly [string, number, fc.Arbitrary<Input>])[] = [
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

const calling = (calls: readonly (readonly [string, number, fc.Arbitrary<Input>])[]): fc.Arbitrary<Calling> =>
  fc.oneof(
    ...calls.map(([call, weight, input]) => ({
      weight,
      arbitrary: fc.tuple(caller, way, input, fc.integer({ min: 0, max: 24 })).map(([by, how, given, chance]) => {
        const [field] = Object.keys(given);
        const isSpoiled = chance === 0 && field !== undefined && call !== 'setPassword';
        // Nothing can be an object with a key like this one.
        return { by, way: how, call, input: isSpoiled ? { ...given, [field]: { odd: null } } : given, isSpoiled };
      }),
    })),
  );

const connection = fc.nat(9);
const asksForNews = fc.boolean();
const press = cid.map((which) => ({ do: 'press', cid: which }) as const);
const withoutPassword = ({ input }: Calling): boolean => !('password' in input);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

/** What people do to a house, and what it does meanwhile; plain objects as JSON has them. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      weighted(
        18,
        calling(CHANGES).map((each) => ({ do: 'call', ...each })),
      ),
      weighted(
        10,
        calling([...READS, ...ALONE]).map((each) => ({ do: 'call', ...each })),
      ),
      weighted(
        4,
        fc
          .tuple(calling(CHANGES).filter(withoutPassword), calling([...CHANGES, ...READS]).filter(withoutPassword))
          .map((calls) => ({ do: 'together', calls })),
      ),
      weighted(
        6,
        fc.record({
          do: fc.constant('meanwhile'),
          calling: calling(CHANGES.filter(([call]) => call !== 'captureScene')),
          presses: fc.array(cid, { minLength: 1, maxLength: 4 }),
        }),
      ),
      weighted(
        3,
        fc.record({ do: fc.constant('log in'), by: user, isRight: fc.constantFrom(true, true, true, false) }),
      ),
      weighted(
        3,
        fc.record({ do: fc.constant('connect'), by: user, way: fc.constantFrom('session', 'password'), asksForNews }),
      ),
      weighted(2, fc.record({ do: fc.constant('change user'), connection, by: user, asksForNews })),
      weighted(1, fc.record({ do: fc.constant('init'), connection, asksForNews })),
      weighted(8, press),
      weighted(
        2,
        fc.constantFrom(0.05, 1, 60).map((seconds) => ({ do: 'pass', seconds })),
      ),
      weighted(2, fc.constant({ do: 'hear' })),
    ),
    { minLength: 1, maxLength: 60, size: 'max' },
  )
  .map((taken) => JSON.parse(JSON.stringify(taken)) as readonly Step[]);
