import { type Static, Type } from '@sinclair/typebox';
import { Secret } from '../../hardware/bus.ts';
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
  Zone,
} from '../yaml/house-parts.ts';

const Port = Type.Integer({ minimum: 0, maximum: 65_535, description: 'a port from 0 to 65535; 0 is any free one' });
const BusName = Type.String({
  pattern: '^[a-z][a-z0-9-]*$',
  maxLength: 40,
  description: 'a word in lower case, such as knx or meters',
});

const Listen = Type.Object(
  {
    host: Type.Optional(Type.String({ minLength: 1, description: 'an address of this machine, or 0.0.0.0 for all' })),
    http: Type.Optional(Port),
    https: Type.Optional(Port),
    remote: Type.Optional(Port),
  },
  { ...strict, description: '{host, http, https, remote}' },
);

const Room = Type.Object(
  { id: Id, name: Name, zones: Type.Optional(Ids) },
  { ...strict, description: 'a room such as {id: 1, name: Hall, zones: [1]}' },
);

const Component = Type.Object(
  {
    cid: Cid,
    type: KindType,
    name: Name,
    category: Type.Optional(Name),
    rooms: Type.Optional(Ids),
    bus: Type.Optional(Type.Union([BusName, Type.Null()], { description: 'the name of one of the buses' })),
    points: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'an address on the bus for each property' }),
    ),
    device: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'settings such as {watts: 40}' })),
  },
  {
    ...strict,
    description: 'a component such as {cid: C1, type: switch, name: Hall light, rooms: [1], bus: knx, points: …}',
  },
);

const Scene = Type.Object(
  {
    id: Id,
    name: Name,
    rooms: Type.Optional(Ids),
    steps: Steps,
  },
  { ...strict, description: 'a scene with id, name and steps' },
);

/** How much of the journal is kept. */
const JournalSection = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 36_500, description: 'days from 1 to 36500; what is older goes' }),
    ),
    megabytes: Type.Optional(
      Type.Integer({ minimum: 16, maximum: 1_000_000, description: 'megabytes on disk from 16 to 1000000 (4096)' }),
    ),
  },
  { ...strict, description: 'how much is kept, such as {days: 400, megabytes: 2000}' },
);

/** The broker that the building is shown on. */
const NorthMqtt = Type.Object(
  {
    url: Type.String({
      pattern: '^mqtts?://[^\\s/@?#]+/?$',
      description: 'an address such as mqtt://192.168.1.10:1883, or mqtts://… for TLS, without user name and password',
    }),
    username: Type.Optional(Name),
    password: Type.Optional(Secret),
    ca: Type.Optional(Type.String({ minLength: 1, description: 'the path of a file' })),
    certificate: Type.Optional(Type.String({ minLength: 1, description: 'the path of a file' })),
    key: Type.Optional(Type.String({ minLength: 1, description: 'the path of a file' })),
    user: Type.String({
      minLength: 1,
      description: 'the name of a user of the controller, who defines what is seen and done there',
    }),
    base: Type.Optional(
      Type.String({
        pattern: '^[^+#\\u0000\\s]{1,128}$',
        description: 'the first level of all topics, such as twinhaus',
      }),
    ),
    discovery: Type.Optional(
      Type.Union([Type.String({ pattern: '^[^+#\\u0000\\s]{1,128}$' }), Type.Literal(false)], {
        description: 'where Home Assistant looks for devices (homeassistant), or false',
      }),
    ),
  },
  { ...strict, description: '{url, user} of a broker' },
);

/** `controller.yaml`: a building, its buses, and how it is reached. */
export const ConfigurationFile = Type.Object(
  {
    name: Name,
    timeZone: TimeZone,
    place: Place,
    data: Type.String({
      minLength: 1,
      description: 'a folder for everything that has to survive, such as /var/lib/twinhaus',
    }),
    listen: Type.Optional(Listen),
    proxies: Type.Optional(
      Type.Array(Type.String({ description: 'an address or a range such as 10.0.0.0/8' }), many(100, 'proxies')),
    ),
    journal: Type.Optional(JournalSection),
    mqtt: Type.Optional(NorthMqtt),
    administrator: Type.Optional(
      Type.Object(
        { username: Type.Optional(Name), password: Type.Optional(Secret) },
        { ...strict, description: 'the first administrator, {username, password}; it counts at the first start only' },
      ),
    ),
    buses: Type.Optional(
      Type.Record(
        BusName,
        Type.Object(
          { type: Type.String({ description: 'a kind of bus: knx, modbus or mqtt' }) },
          { additionalProperties: true, description: 'a bus such as {type: knx, gateway: 192.168.1.5}' },
        ),
        {
          additionalProperties: false,
          description: 'a bus for each name, such as knx: {type: knx, gateway: 192.168.1.5}',
        },
      ),
    ),
    zones: Type.Optional(Type.Array(Zone, many(10_000, 'zones'))),
    rooms: Type.Optional(Type.Array(Room, many(20_000, 'rooms'))),
    components: Type.Array(Component, many(50_000, 'components')),
    scenes: Type.Optional(Type.Array(Scene, many(1_000, 'scenes'))),
    automations: Type.Optional(Type.Array(Automation, many(1_000, 'automations'))),
  },
  { ...strict, description: 'a configuration with name, timeZone, place, data and components' },
);
export type ConfigurationFile = Static<typeof ConfigurationFile>;
