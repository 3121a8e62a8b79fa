import { parseArgs } from 'node:util';
import { Refusal } from './refusal.ts';

/** One option of a command; its row in the help is made of it. */
export interface Option {
  readonly name: string;
  /** What has to follow it, such as `N`; a switch has none. */
  readonly argument?: string;
  readonly means: string;
}

/** What was typed behind the command's name. */
export interface Typed {
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly operands: readonly string[];
}

/** One command of `twinhaus`. */
export interface Command {
  readonly name: string;
  /** What follows the name, such as `[options]`. */
  readonly usage: string;
  /** One sentence. */
  readonly means: string;
  readonly options: readonly Option[];
  /** A command line and what it is good for. */
  readonly examples: readonly (readonly [string, string])[];
  /** Exit status, if it ended; nothing while it goes on running. Throws a `Refusal` for what the person has to mend. */
  run(typed: Typed): Promise<number | undefined>;
  /** Takes what was typed as it is, `--help` included, instead of what is made of `options`. */
  understand?(args: readonly string[]): Promise<number | undefined>;
}

/** Understands the arguments of a command; throws a `Refusal` for what it does not have. */
export const parse = (command: Command, args: readonly string[]): Typed => {
  const known = new Map(command.options.map((option) => [option.name, option]));
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      command.options.map(({ name, argument }) => [name, { type: argument === undefined ? 'boolean' : 'string' }]),
    ),
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string>();
  const switches = new Set<string>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.get(token.name);
    if (option === undefined) throw new Refusal(unknown(command, token.rawName, [...known.keys()]));
    if (option.argument === undefined) {
      if (token.value !== undefined) throw new Refusal(`--${option.name} takes no value`);
      switches.add(option.name);
      continue;
    }
    if (token.value === undefined || token.value === '' || (!token.inlineValue && /^--./.test(token.value))) {
      throw new Refusal(`--${option.name} needs a value: --${option.name} ${option.argument}`);
    }
    values.set(option.name, token.value);
  }
  return { values, switches, operands };
};

/** The help of a command. */
export const help = (command: Command): string => {
  const rows = [...command.options, HELP].map(({ name, argument, means }) => [
    `  --${name}${argument === undefined ? '' : ` ${argument}`}`,
    means,
  ]);
  return [
    command.means,
    '',
    `Usage: twinhaus ${command.name} ${command.usage}`,
    '',
    'Options:',
    ...columns(rows),
    '',
    'Examples:',
    ...columns(command.examples.map(([line, means]) => [`  ${line}`, means])),
    '',
  ].join('\n');
};

/** Two columns, the second lined up. */
export const columns = (rows: readonly (readonly string[])[]): string[] => {
  const width = Math.max(...rows.map(([first = '']) => first.length)) + 2;
  return rows.map(([first = '', second = '']) => `${first.padEnd(width)}${second}`.trimEnd());
};

/** The name that was probably meant, as a question; empty if none is near. */
export const perhaps = (typed: string, known: readonly string[]): string => {
  const near = known
    .map((name) => ({ name, distance: distance(typed, name) }))
    .filter(({ name, distance }) => (distance <= 2 && distance < typed.length) || name.startsWith(typed))
    .sort((one, other) => one.distance - other.distance || begin(typed, other.name) - begin(typed, one.name))[0];
  return near === undefined ? '' : `did you mean ${near.name}? `;
};

const HELP: Option = { name: 'help', means: 'this text' };

const unknown = (command: Command, typed: string, known: readonly string[]): string =>
  `unknown option ${typed}: ${perhaps(
    typed,
    known.map((name) => `--${name}`),
  )}"twinhaus ${command.name} --help" lists all`;

/** How many letters two names have in common before they differ. */
const begin = (one: string, other: string): number => {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at === -1 ? one.length : at;
};

/** Levenshtein: letters to add, drop or change. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const change = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
