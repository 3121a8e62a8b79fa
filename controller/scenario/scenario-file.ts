import { type Static, Type } from '@sinclair/typebox';
import {
  Automation,
  Cid,
  Id,
  Ids,
  KindType,
  many,
  Name,
  Place,
  Steps,
  strict,
  TimeZone,
  text,
  Zone,
} from '../yaml/house-parts.ts';

const Setting = Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Array(Type.String())], {
  description: 'a value, a word or a list of words',
});

const Room = Type.Object(
  { id: Id, name: Name, zones: Ids },
  { additionalProperties: Setting, description: 'a room such as {id: 1, name: Hall, zones: [1]}' },
);

const Component = Type.Object(
  {
    cid: Cid,
    type: KindType,
    name: Name,
    rooms: Ids,
    device: Type.Optional(Type.Record(Type.String(), Setting, { description: 'settings such as {watts: 40}' })),
  },
  { ...strict, description: 'a component such as {cid: C1, type: switch, name: Hall light, rooms: [1]}' },
);

const Scene = Type.Object(
  {
    id: Id,
    name: Name,
    rooms: Ids,
    steps: Steps,
  },
  { ...strict, description: 'a scene with id, name, rooms and steps' },
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
    timeZone: TimeZone,
    place: Place,
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
