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
    gateway: Type.Union([GatewayText, Type.Array(GatewayText, { minItems: 1, maxItems: 8 })], {
      description: 'the address of a gateway such as 192.168.1.5, or a list of up to 8, the main one first',
    }),
    protocol: Type.Optional(Type.Union([Type.Literal('udp'), Type.Literal('tcp')], { description: 'udp or tcp' })),
    routeBack: Type.Optional(Type.Boolean({ description: 'true or false' })),
    pace: Type.Optional(
      Type.Number({ minimum: 1, maximum: 1_000, description: 'a number of telegrams a second from 1 to 1000' }),
    ),
    answerWithin: Type.Optional(
      Type.Number({ minimum: 0, maximum: 600, description: 'a number of seconds from 0 (never mind) to 600' }),
    ),
  },
  { additionalProperties: false, description: 'settings with a gateway' },
);
export type Settings = Static<typeof Settings>;

export const DEFAULTS = { protocol: 'udp', routeBack: false, pace: 20, answerWithin: 10 } as const;

const PORT = 3671;

/** `null` for what is no gateway. Names and IPv4 only, as the protocol has it. */
export const gatewayOf = (text: string): Gateway | null => {
  const [, host, port] = /^([a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const number = port === undefined ? PORT : Number(port);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
};

export const gatewaysOf = ({ gateway }: Settings): readonly string[] =>
  typeof gateway === 'string' ? [gateway] : gateway;
