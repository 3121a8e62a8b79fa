import { type Static, Type } from '@sinclair/typebox';

/** Each description completes the sentence "it must be …", which is what somebody with a mistake in the file reads. */
const text = (description: string) => Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description });
const Id = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'a whole number from 1' });
const Ids = Type.Array(Id, { maxItems: 1_000, description: 'a list of identifiers, such as [1, 2]' });
const Name = text('a name of up to 200 letters');
const Setting = Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Array(Type.String())], {
  description: 'a value, a word or a list of words',
});
const strict = { additionalProperties: false };

const Zone = Type.Object(
  { id: Id, name: Name },
  { ...strict, description: 'a zone such as {id: 1, name: Ground floor}' },
);

const Room = Type.Object(
  { id: Id, name: Name, zones: Ids },
  { additionalProperties: Setting, description: 'a room such as {id: 1, name: Hall, zones: [1]}' },
);

const Component = Type.Object(
  {
    cid: Type.String({ pattern: '^C[1-9][0-9]{0,8}$', description: 'the letter C and digits, such as C12' }),
    type: text('the type of a kind, such as dimmer'),
    name: Name,
    rooms: Ids,
    device: Type.Optional(Type.Record(Type.String(), Setting, { description: 'settings such as {watts: 40}' })),
  },
  { ...strict, description: 'a component such as {cid: C1, type: switch, name: Hall light, rooms: [1]}' },
);

const Step = Type.Union(
  [
    Type.Object(
      {
        cid: Type.String(),
        property: Type.String(),
        value: Type.Union([Type.Boolean(), Type.Number(), Type.String()]),
      },
      strict,
    ),
    Type.Object({ wait: Type.Number({ minimum: 0, maximum: 86_400 }) }, strict),
  ],
  { description: '{cid, property, value}, or {wait: seconds} with at most 86400' },
);

const Scene = Type.Object(
  {
    id: Id,
    name: Name,
    rooms: Ids,
    steps: Type.Array(Step, { maxItems: 1_000, description: 'a list of up to 1000 steps' }),
  },
  { ...strict, description: 'a scene with id, name, rooms and steps' },
);

/** What it sets off, asks and does is checked where everything that it names is known. */
const Automation = Type.Object(
  {
    id: Id,
    name: Name,
    enabled: Type.Optional(Type.Boolean({ description: 'true or false' })),
    mode: Type.Optional(Type.String({ description: 'single, restart, queued or parallel' })),
    limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: 'a whole number from 1' })),
    triggers: Type.Array(Type.Unknown(), { description: 'a list such as [{when: time, at: "06:30"}]' }),
    conditions: Type.Optional(Type.Array(Type.Unknown(), { description: 'a list such as [{if: sun, is: down}]' })),
    actions: Type.Array(Type.Unknown(), { description: 'a list such as [{do: scene, scene: 1}]' }),
  },
  { ...strict, description: 'an automation with id, name, triggers and actions' },
);

const RoomLevels = Type.Record(
  Type.String(),
  Type.Union([Type.Literal('Off'), Type.Literal('View only'), Type.Literal('Full')], {
    description: 'Off, View only or Full',
  }),
  { description: 'levels by room identifier, or * for the others' },
);
const SceneLevels = Type.Record(
  Type.String(),
  Type.Union([Type.Literal('Off'), Type.Literal('Full')], { description: 'Off or Full' }),
  { description: 'levels by scene identifier, or * for the others' },
);

const Account = Type.Object(
  {
    username: Name,
    password: Type.Optional(text('a password')),
    passwordHash: Type.Optional(text('the hash of a password')),
    group: Type.Union([Type.Literal('admin'), Type.Literal('user')], { description: 'admin or user' }),
    enabled: Type.Optional(Type.Boolean({ description: 'true or false' })),
    remoteAccess: Type.Optional(Type.Boolean({ description: 'true or false' })),
    rooms: Type.Optional(RoomLevels),
    scenes: Type.Optional(SceneLevels),
  },
  { ...strict, description: 'an account with username, password and group' },
);

const McpToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'a name of up to 100 letters' }),
    token: Type.String({
      pattern: '^[!-~]{16,256}$',
      description: '16 to 256 letters, digits and signs without blanks',
    }),
    readOnly: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  { ...strict, description: 'an MCP token such as {name: Assistant, token: sandbox-mcp-token}' },
);

const many = (maxItems: number, what: string) => ({ maxItems, description: `a list of at most ${maxItems} ${what}` });

/** A scenario as it is written. */
export const ScenarioFile = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: 80,
      description: 'words in lower case with hyphens, such as family-home',
    }),
    house: Name,
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'a whole number from 0' })),
    timeZone: text('a time zone such as Europe/Berlin'),
    place: Type.Object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90, description: 'degrees north from -90 to 90' }),
        longitude: Type.Number({ minimum: -180, maximum: 180, description: 'degrees east from -180 to 180' }),
      },
      { ...strict, description: '{latitude, longitude} in degrees' },
    ),
    zones: Type.Array(Zone, many(10_000, 'zones')),
    rooms: Type.Array(Room, many(20_000, 'rooms')),
    components: Type.Array(Component, many(50_000, 'components')),
    scenes: Type.Array(Scene, many(1_000, 'scenes')),
    automations: Type.Optional(Type.Array(Automation, many(1_000, 'automations'))),
    guest: Type.Optional(
      Type.Object(
        { rooms: Type.Optional(RoomLevels), scenes: Type.Optional(SceneLevels) },
        { ...strict, description: 'the rooms and scenes that the account guest may not use' },
      ),
    ),
    accounts: Type.Optional(Type.Array(Account, many(10_000, 'accounts'))),
    mcpTokens: Type.Optional(Type.Array(McpToken, many(100, 'MCP tokens'))),
  },
  { ...strict, description: 'a scenario with name, house, timeZone, place, zones, rooms, components and scenes' },
);
export type ScenarioFile = Static<typeof ScenarioFile>;
