import { type Static, Type } from '@sinclair/typebox';
import type { Gateway } from './tunnel/wire.ts';

const GatewayText = Type.String({
  minLength: 1,
  maxLength: 260,
  description: 'an address such as 192.168.1.5 or knx.local:3671',
});

/** What is said of the bus as a whole. */
export const Settings = Type.Object(
  {
    gateway: Type.Optional(
      Type.Union([GatewayText, Type.Array(GatewayText, { minItems: 1, maxItems: 8 })], {
        description: 'the address of a gateway such as 192.168.1.5, or a list of up to 8, the main one first',
      }),
    ),
    protocol: Type.Optional(
      Type.Union([Type.Literal('udp'), Type.Literal('tcp'), Type.Literal('routing')], {
        description: 'udp, tcp or routing',
      }),
    ),
    individualAddress: Type.Optional(Type.String({ description: 'an individual address such as 15.15.250' })),
    interface: Type.Optional(
      Type.String({
        pattern: '^[^\\s/]{1,64}$',
        description: 'the name of a network interface such as eth0, or its IPv4 address',
      }),
    ),
    multicast: Type.Optional(Type.String({ description: 'a multicast address such as 224.0.23.12' })),
    routeBack: Type.Optional(Type.Boolean({ description: 'true or false' })),
    pace: Type.Optional(
      Type.Number({ minimum: 1, maximum: 1_000, description: 'a number of telegrams a second from 1 to 1000' }),
    ),
    answerWithin: Type.Optional(
      Type.Number({ minimum: 0, maximum: 600, description: 'a number of seconds from 0 (never mind) to 600' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'settings with a gateway, or with protocol: routing',
    // What `check` says as well, for editors.
    anyOf: [
      { properties: { protocol: { enum: ['udp', 'tcp'] } }, required: ['gateway'] },
      { properties: { protocol: { const: 'routing' } }, required: ['protocol', 'individualAddress'] },
    ],
  },
);
export type Settings = Static<typeof Settings>;

export const DEFAULTS = {
  protocol: 'udp',
  multicast: '224.0.23.12',
  routeBack: false,
  pace: 20,
  answerWithin: 10,
} as const;

/** Where every gateway and every router listens. */
export const PORT = 3671;

/** `null` for what is no gateway. Names and IPv4 only, as the protocol has it. */
export const gatewayOf = (text: string): Gateway | null => {
  const [, host, port] = /^([a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const number = port === undefined ? PORT : Number(port);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
};

export const gatewaysOf = ({ gateway = [] }: Settings): readonly string[] =>
  typeof gateway === 'string' ? [gateway] : gateway;
