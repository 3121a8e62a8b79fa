import { type Static, Type } from '@sinclair/typebox';

const strict = { additionalProperties: false };
const Topic = Type.String({ pattern: '^[^+#\\u0000]{1,512}$', description: 'a topic without + and #' });
const Field = Type.String({
  pattern: '^[^.[\\]\\s]+(\\.[^.[\\]]+|\\[[0-9]{1,4}\\])*$',
  maxLength: 200,
  description: 'where it stands in the JSON of the payload, such as state, or list[0].power',
});
const Raw = Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
  description: 'a text, a number, true or false',
});

const Command = Type.Object(
  {
    topic: Topic,
    path: Type.Optional(Field),
    json: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'a JSON object into which the value is put at path' }),
    ),
  },
  { ...strict, description: '{topic}, with path (and json) where the payload is JSON' },
);

const Availability = Type.Object(
  {
    topic: Topic,
    path: Type.Optional(Field),
    online: Type.Optional(Raw),
    offline: Type.Optional(Raw),
  },
  { ...strict, description: '{topic, online, offline}' },
);

/** Where a property is found on the broker, written out. */
export const TopicAddress = Type.Object(
  {
    topic: Topic,
    path: Type.Optional(Field),
    command: Type.Optional(Command),
    /** What stands for `true` and `false`. */
    on: Type.Optional(Raw),
    off: Type.Optional(Raw),
    /** Value = number × scale + offset. */
    scale: Type.Optional(Type.Number({ description: 'a factor other than 0' })),
    offset: Type.Optional(Type.Number({ description: 'a number' })),
    /** What the device is told is a multiple of this. */
    step: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'a number above 0, such as 1 for whole numbers' }),
    ),
    /** From what the device says to the property's words. */
    words: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: "from the device's words to the property's" }),
    ),
    availability: Type.Optional(Availability),
  },
  { ...strict, description: '{topic, path, command, on, off, scale, offset, step, words, availability}' },
);
export type TopicAddress = Static<typeof TopicAddress>;

const Name = Type.String({ pattern: '^[^+#\\u0000]{1,256}$', description: 'a name without + and #' });
const Base = Type.Optional(Topic);

/** Where a property is found on a device of a family whose topics are known. */
export const KnownAddress = Type.Union(
  [
    Type.Object({ zigbee2mqtt: Name, base: Base, path: Type.Optional(Field) }, strict),
    Type.Object({ tasmota: Name, channel: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })) }, strict),
    Type.Object({ shelly: Name, channel: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })) }, strict),
  ],
  { description: '{zigbee2mqtt: name}, {tasmota: name, channel} or {shelly: name, channel}' },
);
export type KnownAddress = Static<typeof KnownAddress>;

export const MqttAddress = Type.Union([TopicAddress, KnownAddress], {
  description: '{topic, …}, {zigbee2mqtt: name}, {tasmota: name, channel} or {shelly: name, channel}',
});
export type MqttAddress = Static<typeof MqttAddress>;
