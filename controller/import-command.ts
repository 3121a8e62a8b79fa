import { type Command, perhaps } from './command.ts';
import type { ImportSource } from './import/import-source.ts';
import { Refusal } from './refusal.ts';

/** What components can be imported from. Each is loaded only where it is named. */
const SOURCES: { readonly [source: string]: () => Promise<ImportSource> } = {
  knx: async () => (await import('./import/knx/import-knx.ts')).knxSource,
  modbus: async () => (await import('./import/modbus/import-modbus.ts')).modbusSource,
  zigbee2mqtt: async () => (await import('./import/zigbee2mqtt/import-zigbee.ts')).zigbeeSource,
};

/** Options that every source has. */
const COMMON = ['bus', 'previous', 'output', 'force', 'dry-run'];

/** `twinhaus import`: proposes components and rooms for a configuration. */
export const importCommand: Command = {
  name: 'import',
  usage: 'knx|modbus|zigbee2mqtt [FILE] [options]',
  means:
    'Proposes components and rooms as YAML to review, made from a project of ETS, a table of registers, or the devices of Zigbee2MQTT.',
  options: [
    { name: 'output', argument: 'FILE', means: 'where to write the proposal; left out, to standard output' },
    { name: 'force', means: 'replaces the file of --output if it is there' },
    { name: 'dry-run', means: 'says what would be proposed and what found no place; writes nothing' },
    {
      name: 'previous',
      argument: 'FILE',
      means: 'an earlier proposal, the controller.yaml, or (knx) an earlier project: says what is different',
    },
    {
      name: 'bus',
      argument: 'NAME',
      means: 'the bus in the configuration; knx, meters or broker unless you say otherwise',
    },
    {
      name: 'password-file',
      argument: 'FILE',
      means: 'the password of a project or broker; or TWINHAUS_PROJECT_PASSWORD, TWINHAUS_BROKER_PASSWORD',
    },
    {
      name: 'broker',
      argument: 'URL',
      means: 'zigbee2mqtt: asks this broker, such as mqtt://192.168.1.10, instead of a file',
    },
    { name: 'username', argument: 'NAME', means: 'zigbee2mqtt: user name at the broker' },
    { name: 'ca', argument: 'FILE', means: 'zigbee2mqtt: the authority of the certificate of the broker' },
    { name: 'base', argument: 'TOPIC', means: 'zigbee2mqtt: its base topic; zigbee2mqtt unless you say otherwise' },
  ],
  examples: [
    ['twinhaus import knx house.knxproj --output proposal.yaml', 'addresses, building and functions of an ETS project'],
    ['twinhaus import knx house.knxproj --previous controller.yaml --dry-run', 'what the electrician has changed'],
    ['twinhaus import modbus registers.csv', 'a table of registers, as a spreadsheet saves it'],
    ['twinhaus import zigbee2mqtt --broker mqtt://192.168.1.10', 'what Zigbee2MQTT has on that broker'],
  ],
  async run({ operands, values, switches }) {
    const [word = '', file, more] = operands;
    const load = Object.hasOwn(SOURCES, word) ? SOURCES[word] : undefined;
    if (load === undefined) {
      const known = Object.keys(SOURCES);
      throw new Refusal(`name what to import from: ${perhaps(word, known)}twinhaus import ${known.join('|')} FILE`);
    }
    if (more !== undefined) throw new Refusal(`unexpected ${more}: name one file`);
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
