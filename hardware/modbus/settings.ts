import { type Static, Type } from '@sinclair/typebox';

const strict = { additionalProperties: false };
const number = (minimum: number, maximum: number, what: string) =>
  Type.Optional(Type.Number({ minimum, maximum, description: `${what} from ${minimum} to ${maximum}` }));
const remote = (port: string) =>
  Type.Optional(
    Type.String({
      pattern: '^(?:\\[[0-9a-fA-F:.]+\\]|[^\\s:\\[\\]]+)(?::[0-9]{1,5})?$',
      description: `a host and a port, such as 192.168.1.20${port}`,
    }),
  );

/** What is said of a Modbus line: exactly one of `tcp`, `rtuOverTcp` and `serial`. */
export const Settings = Type.Object(
  {
    tcp: remote(':502'),
    rtuOverTcp: remote(':4196'),
    serial: Type.Optional(Type.String({ minLength: 1, description: 'a serial line, such as /dev/ttyUSB0' })),
    baud: Type.Optional(
      Type.Integer({ minimum: 300, maximum: 4_000_000, description: 'bits per second, such as 9600' }),
    ),
    parity: Type.Optional(
      Type.Union([Type.Literal('none'), Type.Literal('even'), Type.Literal('odd')], {
        description: 'none, even or odd',
      }),
    ),
    stopBits: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)], { description: '1 or 2' })),
    timeout: number(0.05, 60, 'seconds'),
    retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, description: 'a number from 0 to 10' })),
    pause: number(0, 10, 'seconds'),
    poll: number(0.1, 86_400, 'seconds'),
  },
  { ...strict, description: 'a line such as {type: modbus, tcp: "192.168.1.20:502"}' },
);
export type Settings = Static<typeof Settings>;

/** Host and port of a setting; without a port it is 502. */
export function hostAndPort(text: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = '502'] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}
