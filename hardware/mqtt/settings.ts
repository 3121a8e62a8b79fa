import { type Static, Type } from '@sinclair/typebox';
import { Secret } from '../bus.ts';

const Path = Type.String({ minLength: 1, description: 'the path of a file' });

/** What a configuration says of a broker. */
export const MqttSettings = Type.Object(
  {
    url: Type.String({
      pattern: '^mqtts?://[^\\s/@?#]+/?$',
      description: 'an address such as mqtt://192.168.1.10:1883, or mqtts://… for TLS, without user name and password',
    }),
    username: Type.Optional(Type.String({ minLength: 1, description: 'a user name' })),
    password: Type.Optional(Secret),
    clientId: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description: 'up to 64 letters and digits that no other client has',
      }),
    ),
    ca: Type.Optional(Path),
    certificate: Type.Optional(Path),
    key: Type.Optional(Path),
    keepalive: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 600, description: 'seconds from 2 to 600 between two signs of life' }),
    ),
    /** Retained `online` and `offline` of this controller; the broker says the latter if the controller cannot. */
    status: Type.Optional(
      Type.String({
        pattern: '^[^+#\\u0000]{1,256}$',
        description: 'the topic on which the controller says whether it is there',
      }),
    ),
  },
  { additionalProperties: false, description: 'a broker with its url' },
);
export type MqttSettings = Static<typeof MqttSettings>;
