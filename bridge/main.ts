import { log } from './log.ts';
import { runBridge, runSetup } from './run-bridge.ts';
import { VERSION } from './version.ts';

const HELP = `A stdio MCP server that lets an assistant work with several building controllers.

Usage: twinhaus-bridge [--setup]

Options:
  --setup    opens the setup page without an assistant
  --help     this text
  --version  the version

Without options it is meant to be started by an assistant, which talks to it over standard input and output.
Controllers are kept in ~/.config/service-mcp/controllers.json.
`;

const main = async (args: readonly string[]): Promise<void> => {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const [first, second] = args;
  if (second !== undefined || (first !== undefined && first !== '--setup' && first !== '--version')) {
    throw new Error(`unknown argument ${second ?? first}: "twinhaus-bridge --help" lists all`);
  }
  if (first === '--version') process.stdout.write(`${VERSION}\n`);
  else await (first === '--setup' ? runSetup() : runBridge());
};

process.on('uncaughtException', (error) => {
  log(`this must not happen: ${error.message}`);
  process.exit(1);
});

main(process.argv.slice(2)).catch((error: Error) => {
  log(error.message);
  process.exitCode = 2;
});
