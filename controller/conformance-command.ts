import type { Command } from './command.ts';

/** `twinhaus conformance …`: the suite has a command line of its own, so that it is the same wherever it is started. */
export const conformanceCommand: Command = {
  name: 'conformance',
  usage: '<base-url> --username U --password P [options]',
  means: 'Tells what a controller does and does not do as the interface says, with evidence.',
  options: [],
  examples: [],
  async understand(args) {
    const { conformance } = await import('../conformance/main.ts');
    return conformance(args);
  },
  async run() {
    return undefined;
  },
};
