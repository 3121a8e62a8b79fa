import { isIP } from 'node:net';
import { proxyRange } from '../api/arrivals.ts';
import type { Instant } from '../twin/index.ts';
import type { Option, Typed } from './command.ts';
import { Refusal } from './refusal.ts';

/** What was asked of `twinhaus sandbox`. */
export interface SandboxOptions {
  readonly scenario: string | undefined;
  readonly seed: number | undefined;
  readonly start: Instant | undefined;
  readonly speed: number;
  readonly host: string;
  readonly httpPort: number | undefined;
  readonly httpsPort: number | undefined;
  readonly remotePort: number | undefined;
  readonly proxies: readonly string[] | undefined;
  readonly data: string | undefined;
  readonly controlToken: string | undefined;
  readonly json: boolean;
}

export const SANDBOX_OPTIONS: readonly Option[] = [
  {
    name: 'scenario',
    argument: 'NAME|FILE',
    means: 'a scenario of scenarios/, generated:components=N, or a file (default: family-home)',
  },
  { name: 'seed', argument: 'N', means: "seed of everything random (default: the scenario's, else 1)" },
  { name: 'start', argument: 'ISO', means: 'where virtual time starts, such as 2026-06-01T06:00:00Z (default: now)' },
  {
    name: 'speed',
    argument: 'X',
    means: 'virtual seconds per real second; 0 = time stands still until it is driven (default: 1)',
  },
  { name: 'host', argument: 'ADDR', means: 'address to listen on (default: 127.0.0.1)' },
  { name: 'http-port', argument: 'N', means: 'port of HTTP; 0 = any free one (default: 8080, or the next free one)' },
  { name: 'https-port', argument: 'N', means: 'port of HTTPS; 0 = any free one (default: 8443, or the next free one)' },
  {
    name: 'remote-port',
    argument: 'N',
    means: 'opens the listener that stands for remote access; 0 = any free port (default: none)',
  },
  {
    name: 'proxy',
    argument: 'ADDR[,ADDR…]',
    means: 'proxies that are believed when they say for whom they ask: addresses, or ranges such as 10.0.0.0/8',
  },
  {
    name: 'control-token',
    argument: 'TOKEN',
    means: 'what /sandbox/v1 demands as "authorization: Bearer TOKEN"; needed on any address but loopback',
  },
  { name: 'data', argument: 'DIR', means: 'where to keep everything that survives a restart (default: in memory)' },
  { name: 'json', means: 'standard output carries JSON lines only, the first is "ready"; logs go to standard error' },
];

/** Understands what was typed; throws a `Refusal` for what cannot be. */
export const readSandboxOptions = ({ values, switches, operands }: Typed): SandboxOptions => {
  const [operand] = operands;
  if (operand !== undefined) throw new Refusal(`unexpected ${operand}: every argument of sandbox begins with --`);
  const host = values.get('host') ?? '127.0.0.1';
  const controlToken = values.get('control-token');
  if (controlToken === undefined && !isLoopback(host)) {
    throw new Refusal(
      `on ${host} others could drive the sandbox: give --control-token TOKEN as well, or leave out --host for this machine alone`,
    );
  }
  if (controlToken !== undefined && !/^[!-~]{8,256}$/.test(controlToken)) {
    throw new Refusal('--control-token needs 8 to 256 letters, digits and signs without blanks');
  }
  return {
    scenario: values.get('scenario'),
    seed: read(values, 'seed', 'a whole number from 0 to 4294967295', (text) => whole(text, 4_294_967_295)),
    start: read(values, 'start', 'a time such as 2026-06-01T06:00:00Z', instant),
    speed: read(values, 'speed', 'virtual seconds per real second, 0 or more', speed) ?? 1,
    host,
    httpPort: port(values, 'http-port'),
    httpsPort: port(values, 'https-port'),
    remotePort: port(values, 'remote-port'),
    proxies: read(values, 'proxy', 'addresses or ranges such as 10.0.0.0/8, with commas between them', ranges),
    data: values.get('data'),
    controlToken,
    json: switches.has('json'),
  };
};

/** Whether only programs on this machine can reach the address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const read = <Meaning>(
  values: Typed['values'],
  name: string,
  what: string,
  understand: (text: string) => Meaning | undefined,
): Meaning | undefined => {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const meaning = understand(text);
  if (meaning === undefined) throw new Refusal(`--${name} ${text} cannot be: it needs ${what}`);
  return meaning;
};

/** What was typed for a port; `undefined` for nothing. */
export const port = (values: Typed['values'], name: string): number | undefined =>
  read(values, name, 'a port from 0 to 65535', (text) => whole(text, 65_535));

const ranges = (text: string): readonly string[] | undefined => {
  const all = text.split(',').map((each) => each.trim());
  return all.every((each) => proxyRange(each) !== undefined) ? all : undefined;
};

const whole = (text: string, most: number): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : undefined;

const speed = (text: string): number | undefined =>
  /^\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;

const instant = (text: string): Instant | undefined => {
  const time = ISO.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) && time >= 0 && time <= LATEST ? (time as Instant) : undefined;
};

/** With its offset: a time without one would be another on every machine. */
const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;
/** Four digits are as many as a timestamp has for its year. */
const LATEST = Date.parse('9900-01-01T00:00:00Z');
