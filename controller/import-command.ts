import { type Command, perhaps } from './command.ts';
import type { ImportSource } from './import/import-source.ts';
import { Refusal } from './refusal.ts';

/** What components can be imported from. Each is loaded only where it is named. */
const SOURCES: { readonly [source: string]: () => Promise<ImportSource> } = {
  knx: async () => (await import('./import/knx/import-knx.ts')).knxSource,
};

/** Options that every source has. */
const COMMON = ['bus', 'previous', 'output', 'force', 'dry-run'];

/** `twinhaus import`: proposes components and rooms for a configuration. */
export const importCommand: Command = {
  name: 'import',
  usage: 'knx PROJECT.knxproj [options]',
  means: 'Proposes components and rooms as YAML to review, made from a project of ETS.',
  options: [
    { name: 'output', argument: 'FILE', means: 'where to write the proposal; left out, to standard output' },
    { name: 'force', means: 'replaces the file of --output if it is there' },
    { name: 'dry-run', means: 'says what would be proposed and what found no place; writes nothing' },
    {
      name: 'previous',
      argument: 'FILE',
      means: 'an earlier proposal, the controller.yaml, or (knx) an earlier project: says what is different',
    },
    { name: 'bus', argument: 'NAME', means: 'name of the bus in the configuration; knx unless you say otherwise' },
    {
      name: 'password-file',
      argument: 'FILE',
      means: 'a file with the password; or the variable TWINHAUS_PROJECT_PASSWORD',
    },
  ],
  examples: [
    [
      'twinhaus import knx house.knxproj --output proposal.yaml',
      'group addresses, building and functions of an ETS project',
    ],
    [
      'twinhaus import knx house.knxproj --previous controller.yaml --dry-run',
      'what the electrician has changed since',
    ],
  ],
  async run({ operands, values, switches }) {
    const [word = '', file, more] = operands;
    const load = Object.hasOwn(SOURCES, word) ? SOURCES[word] : undefined;
    if (load === undefined || more !== undefined) {
      const known = Object.keys(SOURCES);
      throw new Refusal(`name what to import from: ${perhaps(word, known)}twinhaus import ${known.join('|')} FILE`);
    }
    const source = await load();
    for (const name of [...values.keys(), ...switches]) {
      if (!COMMON.includes(name) && !source.options.includes(name)) {
        throw new Refusal(`--${name} is not for ${word}; take it out`);
      }
    }
    const bus = values.get('bus') ?? source.bus;
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(bus)) {
      throw new Refusal(`--bus: ${bus} is no name of a bus; write a word in lower case, such as ${source.bus}`);
    }
    const { importInto } = await import('./import/import-into.ts');
    const [isForced, isDry] = [switches.has('force'), switches.has('dry-run')];
    const { text, summary } = await importInto(source, { file, bus, values }, { isForced, isDry });
    const isShown = !isDry && !values.has('output');
    if (isShown) process.stdout.write(text);
    (isShown ? process.stderr : process.stdout).write(summary);
    return 0;
  },
};
