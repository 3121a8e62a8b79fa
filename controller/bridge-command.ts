import type { Command } from './command.ts';
import { Refusal } from './refusal.ts';

/** `twinhaus bridge`. */
export const bridgeCommand: Command = {
  name: 'bridge',
  usage: '[--setup]',
  means: 'A stdio MCP server that lets an assistant work with several controllers.',
  options: [{ name: 'setup', means: 'opens the setup page, without an assistant' }],
  examples: [
    ['twinhaus bridge', 'as an assistant starts it: standard output carries the protocol'],
    ['twinhaus bridge --setup', 'to add, rename, remove or select a controller'],
  ],
  async run({ switches, operands }) {
    if (operands.length > 0) throw new Refusal(`twinhaus bridge takes no operand: ${operands[0]}`);
    const { runBridge, runSetup } = await import('../bridge/run-bridge.ts');
    if (!switches.has('setup')) await runBridge();
    else {
      await runSetup().catch((error: Error) => {
        throw new Refusal(error.message);
      });
    }
    return undefined;
  },
};
