import { parseArgs } from 'node:util';

/** Wrong usage: one line that says what is wrong and how to mend it. */
export class Usage extends Error {}

/** One option; its row in the help is made of it. */
interface Option {
  readonly argument?: string;
  readonly many?: true;
  readonly means: string;
}

export const OPTIONS = {
  username: { argument: 'U', means: 'whom to log in as; an administrator lets the suite look at more' },
  password: { argument: 'P', means: 'the password; else it is taken from CONFORMANCE_PASSWORD' },
  'mcp-token': {
    argument: 'T',
    means: 'a token of the endpoint for assistants; else it is taken from CONFORMANCE_MCP_TOKEN',
  },
  'https-url': { argument: 'URL', means: 'the encrypted address, if the first one is not' },
  fingerprint: {
    argument: 'F',
    means: 'SHA-256 fingerprint of the certificate; without it nothing secret is sent there',
  },
  'remote-url': { argument: 'URL', means: 'the address of remote access' },
  'remote-token': { argument: 'T', means: 'a remote access token; else it is taken from CONFORMANCE_REMOTE_TOKEN' },
  bridge: { argument: 'COMMAND', means: 'how to start the bridge, to look at it as well; it gets a home of its own' },
  json: { argument: 'FILE', means: 'write the report as JSON' },
  junit: { argument: 'FILE', means: 'write the report as JUnit XML' },
  html: { argument: 'FILE', means: 'write the report as one HTML page' },
  transcript: { argument: 'FILE', means: 'write down every exchange, without secrets; "verify FILE" judges it again' },
  expected: { argument: 'FILE', means: 'failures that are known: a check, and perhaps a requirement, on each line' },
  only: {
    argument: 'ID',
    many: true,
    means: 'only these checks or requirements, or what begins with it; may be repeated',
  },
  'only-rooms': { argument: 'IDS', many: true, means: 'switch only in these rooms' },
  'only-components': { argument: 'CIDS', many: true, means: 'switch only these components' },
  'controller-name': { argument: 'NAME', means: 'what its owner calls the controller: webhooks have to tell it' },
  'webhook-host': { argument: 'ADDR', means: 'address under which the controller reaches this machine' },
  without: {
    argument: 'PARTS',
    many: true,
    means: 'the controller does not have these: mcp, remote, https, bridge; what looks at them is not applicable',
  },
  seed: { argument: 'N', means: 'seed of everything random; 1 unless given' },
  slow: { means: 'also what takes minutes or hours' },
  'read-only': { means: 'nothing that changes anything' },
  'dry-run': { means: 'tell what would be done, and do nothing' },
  'allow-doors': { means: 'locks, doors and garage doors may be moved, too' },
  'no-sandbox': { means: 'do not drive the clock, even if it can be driven' },
  'one-address': {
    means: 'always come from the same address, even if this machine has more in the eyes of the controller',
  },
  once: { means: 'believe bad news at once, even if people switched by hand or this machine was busy meanwhile' },
  strict: { means: 'what was left out counts as a finding' },
  help: { means: 'this text' },
} as const satisfies Readonly<Record<string, Option>>;

type Name = keyof typeof OPTIONS;

/** What was typed. */
export interface Typed {
  readonly operands: readonly string[];
  text(name: Name): string | null;
  /** Repeated, or with commas between. */
  list(name: Name): readonly string[];
  is(name: Name): boolean;
}

/** Understands a command line; throws `Usage` for what is not known. */
export const typedOf = (args: readonly string[]): Typed => {
  const options: Readonly<Record<string, Option>> = OPTIONS;
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { argument }]) => [
      name,
      { type: argument === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  let many: string[] | undefined;
  for (const token of parseArgs({ args: [...args], options: config, strict: false, tokens: true }).tokens) {
    if (token.kind === 'positional') {
      // `--only A B`: further names may follow the first.
      if (many !== undefined && operands.length > 0) many.push(token.value);
      else operands.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    if (option === undefined) throw new Usage(`unknown option ${token.rawName}: --help lists all`);
    if (option.argument === undefined && token.value !== undefined) throw new Usage(`--${token.name} takes no value`);
    if (option.argument !== undefined && (token.value ?? '') === '') {
      throw new Usage(`--${token.name} needs a value: --${token.name} ${option.argument}`);
    }
    const list = [...(values.get(token.name) ?? []), token.value ?? ''];
    values.set(token.name, list);
    many = option.many ? list : undefined;
  }
  return {
    operands,
    text: (name) => values.get(name)?.at(-1) ?? null,
    list: (name) => (values.get(name) ?? []).flatMap((text) => text.split(',')).filter((text) => text !== ''),
    is: (name) => values.has(name),
  };
};

/** Where a secret is taken from that nobody types. */
export const FROM_ENVIRONMENT = {
  password: 'CONFORMANCE_PASSWORD',
  'mcp-token': 'CONFORMANCE_MCP_TOKEN',
  'remote-token': 'CONFORMANCE_REMOTE_TOKEN',
} as const;

/** What somebody types to repeat one finding, it says itself; reports were written already. */
const NOT_AGAIN: readonly string[] = [
  ...['json', 'junit', 'html', 'transcript', 'expected', 'only', 'seed', 'strict', 'dry-run', 'help'],
];

/** The same command line for a shell, without `--only`, `--seed` and reports; secrets stand for themselves in the environment. */
export const again = (typed: Typed, program: string, address: string): string =>
  [
    `${program} ${quoted(address)}`,
    ...Object.entries(OPTIONS as Readonly<Record<string, Option>>).flatMap(([key, { argument, many }]) => {
      const name = key as Name;
      const variable = (FROM_ENVIRONMENT as Readonly<Record<string, string>>)[name];
      if (variable !== undefined) {
        return typed.is(name) || (process.env[variable] ?? '') !== '' ? [`--${name} "$${variable}"`] : [];
      }
      if (!typed.is(name) || NOT_AGAIN.includes(name)) return [];
      if (argument === undefined) return [`--${name}`];
      return [`--${name} ${quoted(many ? typed.list(name).join(',') : (typed.text(name) ?? ''))}`];
    }),
  ].join(' ');

/** One word for a shell. */
const quoted = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The text of `--help`; `program` is what somebody types to start the suite. */
export const help = (program: string): string => {
  const rows = Object.entries(OPTIONS as Readonly<Record<string, Option>>).map(([name, { argument, means }]) => [
    `  --${name}${argument === undefined ? '' : ` ${argument}`}`,
    means,
  ]);
  const width = Math.max(...rows.map(([first = '']) => first.length)) + 2;
  return [
    'Tells what a building controller does and does not do as the interface says, with evidence.',
    '',
    `Usage: ${program} <base-url> --username U --password P [options]`,
    `       ${program} verify TRANSCRIPT [options]`,
    '',
    'Options:',
    ...rows.map(([first = '', second = '']) => first.padEnd(width) + second),
    '',
    'Exit status: 0 nothing found, 1 findings, 2 wrong usage or no controller there.',
    '',
  ].join('\n');
};
