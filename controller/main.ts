import { backupCommand } from './backup-command.ts';
import { bridgeCommand } from './bridge-command.ts';
import { checkCommand } from './check-command.ts';
import { type Command, columns, help, parse, perhaps } from './command.ts';
import { ConfigurationFault } from './configuration/configuration.ts';
import { conformanceCommand } from './conformance-command.ts';
import { discoverCommand } from './discover-command.ts';
import { importCommand } from './import-command.ts';
import { lastWords } from './last-words.ts';
import { Refusal } from './refusal.ts';
import { restoreCommand } from './restore-command.ts';
import { sandboxCommand } from './sandbox-command.ts';
import { ScenarioFault } from './scenario/index.ts';
import { scenarioCommand } from './scenario-command.ts';
import { serveCommand } from './serve-command.ts';
import { VERSION } from './version.ts';

const COMMANDS: readonly Command[] = [
  sandboxCommand,
  serveCommand,
  checkCommand,
  discoverCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  scenarioCommand,
  bridgeCommand,
  conformanceCommand,
];

/** The command line `twinhaus`. Sets the exit status; a command that goes on running leaves it to its own end. */
export const main = async (args: readonly string[]): Promise<void> => {
  process.on('uncaughtException', (error) => end(1, error));
  process.on('unhandledRejection', (reason) => end(1, reason));
  // Whoever reads our output or our log may stop reading, and its disk may be full.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  try {
    const status = await dispatch(args);
    if (status !== undefined) process.exitCode = status;
  } catch (error) {
    if (error instanceof ConfigurationFault) {
      process.stderr.write(`${error.lines.join('\n')}\n`);
      process.exit(2);
    }
    end(error instanceof Refusal || error instanceof ScenarioFault ? 2 : 1, error);
  }
};

const dispatch = async ([name, ...args]: readonly string[]): Promise<number | undefined> => {
  if (name === '--version') return print(VERSION);
  if (name === '--help' || name === 'help') {
    const about = COMMANDS.find((command) => command.name === args[0]);
    if (about?.understand !== undefined) return about.understand(['--help']);
    return print(about === undefined ? overview() : help(about));
  }
  if (name === undefined) throw new Refusal('name a command: "twinhaus --help" lists all');
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    const names = COMMANDS.map((each) => each.name);
    const what = name.startsWith('-') ? 'option' : 'command';
    throw new Refusal(`unknown ${what} ${name}: ${perhaps(name, names)}"twinhaus --help" lists all`);
  }
  if (command.understand !== undefined) return command.understand(args);
  if (args.includes('--help')) return print(help(command));
  return command.run(parse(command, args));
};

const overview = (): string =>
  [
    'Twinhaus: a building as a digital twin, behind one interface.',
    '',
    'Usage: twinhaus <command> [options]',
    '',
    'Commands:',
    ...columns(COMMANDS.map(({ name, means }) => [`  ${name}`, means])),
    '',
    'Options:',
    ...columns([
      ['  --help', 'this text; "twinhaus <command> --help" explains a command'],
      ['  --version', 'the version'],
    ]),
    '',
  ].join('\n');

const print = (text: string): number => {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return 0;
};

/** One line, and the status; the stack only for whoever asks for it. */
const end = (status: number, error: unknown): void => {
  const message = error instanceof Error ? error.message : String(error);
  const detail = process.env.TWINHAUS_DEBUG && error instanceof Error ? error.stack : undefined;
  lastWords.say(message, detail);
  process.exit(status);
};
