import { type Static, Type } from '@sinclair/typebox';
import type { ColorForm } from './devices/color/zigbee-color.ts';

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

/** How a value is written; both directions follow from one row. */
const coding = {
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
  /** The number is a colour temperature in mired: value = 1 000 000 / number. */
  mired: Type.Optional(Type.Literal(true, { description: 'true for a colour temperature in mired' })),
  /** From what the device says to the property's words. */
  words: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "from the device's words to the property's" }),
  ),
};

const Command = Type.Object(
  {
    topic: Topic,
    path: Type.Optional(Field),
    ...coding,
    json: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'a JSON object into which the value is put at path' }),
    ),
  },
  {
    ...strict,
    description: '{topic}, with path (and json) where the payload is JSON, and on, off … where it is told otherwise',
  },
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
    ...coding,
    availability: Type.Optional(Availability),
  },
  { ...strict, description: '{topic, path, command, on, off, scale, offset, step, mired, words, availability}' },
);
export type TopicAddress = Static<typeof TopicAddress>;
export type Availability = Static<typeof Availability>;

/** What makes a device tell a value: a message, or a JSON object in which the value's place is named. */
export type Ask =
  | { readonly topic: string; readonly payload: string }
  | { readonly topic: string; readonly path: string };

/** Where a property is found, as it was written or as its device describes it. */
export interface Topics extends Omit<TopicAddress, 'availability'> {
  readonly availability?: readonly Availability[];
  /** Left out: it tells the value when it likes. */
  readonly ask?: Ask;
  /** What stands on the topic is no value: it is there to be commanded alone. */
  readonly unread?: true;
  /** No other words than these can be told. */
  readonly closed?: true;
  /** The value is a color as Zigbee2MQTT writes it, and is told in this form. */
  readonly color?: ColorForm;
  /** Whether all of these have to be there, one is enough, or the last word counts. Left out: all. */
  readonly mode?: 'all' | 'any' | 'latest';
}

const Name = Type.String({ pattern: '^[^+#\\u0000]{1,256}$', description: 'a name without + and #' });
const Base = Type.Optional(Topic);

const ShellyComponent = Type.Union(
  (['switch', 'light', 'rgb', 'rgbw', 'cct', 'cover', 'pm1', 'em', 'em1'] as const).map((name) => Type.Literal(name)),
  { description: 'switch, light, rgb, rgbw, cct, cover, pm1, em or em1' },
);
/** What a part of a Shelly is called there. */
export type ShellyComponent = Static<typeof ShellyComponent>;

/** Where a property is found on a device of a family whose topics are known. */
export const KnownAddress = Type.Union(
  [
    Type.Object({ zigbee2mqtt: Name, base: Base, path: Type.Optional(Field) }, strict),
    Type.Object({ tasmota: Name, channel: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })) }, strict),
    Type.Object(
      {
        shelly: Name,
        channel: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })),
        /** Which of its components switches, shines or meters. */
        component: Type.Optional(ShellyComponent),
      },
      strict,
    ),
    Type.Object(
      {
        /** What stands between the prefix and `/config`: `light/kitchen`, `sensor/node/power`, or `device/plug`. */
        homeassistant: Type.String({
          pattern: '^[a-z_]{1,64}(/[A-Za-z0-9_-]{1,128}){1,2}$',
          description: 'what stands between the prefix and /config, such as light/kitchen or device/plug',
        }),
        /** Which component of a device. */
        component: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'a key of its components' })),
        prefix: Base,
      },
      strict,
    ),
  ],
  {
    description:
      '{zigbee2mqtt: name}, {tasmota: name, channel}, {shelly: name, channel} or {homeassistant: light/kitchen}',
  },
);
export type KnownAddress = Static<typeof KnownAddress>;

export const MqttAddress = Type.Union([TopicAddress, KnownAddress], {
  description:
    '{topic, …}, {zigbee2mqtt: name}, {tasmota: name, channel}, {shelly: name, channel} or {homeassistant: light/kitchen}',
});
export type MqttAddress = Static<typeof MqttAddress>;
