import type { Command } from './command.ts';
import { counted } from './counted.ts';
import { Refusal } from './refusal.ts';

/** `twinhaus check`: says what is wrong with configurations. */
export const checkCommand: Command = {
  name: 'check',
  usage: 'FILE…',
  means: 'Says everything that is wrong with configuration files, with line and column.',
  options: [],
  examples: [['twinhaus check controller.yaml', 'exit status 0: it is good; 2: it is not']],
  async run({ operands }) {
    if (operands.length === 0) throw new Refusal('name a configuration: twinhaus check controller.yaml');
    const { loadConfiguration } = await import('./configuration/load-configuration.ts');
    const { ConfigurationFault } = await import('./configuration/configuration.ts');
    let status = 0;
    for (const file of operands) {
      try {
        const { scenario, buses } = await loadConfiguration(file);
        const { components, rooms } = scenario.house;
        process.stdout.write(
          `${file}: good: ${counted(components.length, 'component')} in ${counted(rooms.length, 'room')} on ${counted(buses.length, 'bus')}\n`,
        );
      } catch (error) {
        if (!(error instanceof ConfigurationFault)) throw error;
        process.stderr.write(`${error.lines.join('\n')}\n`);
        status = 2;
      }
    }
    return status;
  },
};
