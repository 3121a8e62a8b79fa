import type { Command } from './command.ts';
import { FOLDERS } from './scenario-folders.ts';

/** `twinhaus scenario …`: what it does stands in `scenario/`. */
export const scenarioCommand: Command = {
  name: 'scenario',
  usage: 'check FILE… | list | generate COMPONENTS [ROOMS] [SEED]',
  means: 'Checks scenario files, names those that come along, and writes houses of any size.',
  options: [],
  examples: [
    ['twinhaus scenario list', 'the scenarios that come along'],
    ['twinhaus scenario check my-house.yaml', 'exit status 0: it is good; 1: what is wrong, with its line'],
    ['twinhaus scenario generate 200 20 > big.yaml', 'a house of 200 components in 20 rooms'],
  ],
  async run({ operands }) {
    const commands = await import('./scenario/commands.ts');
    const { text, status } = await commands.scenarioCommand(operands, FOLDERS);
    (status === 2 ? process.stderr : process.stdout).write(text);
    return status;
  },
};
