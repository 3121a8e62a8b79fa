import { assemble, type Controller } from './assemble.ts';
import type { Command } from './command.ts';
import { type Listeners, listen } from './listeners.ts';
import { logTo } from './log.ts';
import { readSandboxOptions, SANDBOX_OPTIONS } from './sandbox-options.ts';
import { load } from './scenario-folders.ts';
import { stopAtSignals } from './stop-at-signals.ts';
import { styleFor, welcome } from './welcome.ts';

/** `twinhaus sandbox`: a simulated house behind the whole interface. */
export const sandboxCommand: Command = {
  name: 'sandbox',
  usage: '[options]',
  means: 'Starts a simulated house behind the whole interface, with a clock that can be driven.',
  options: SANDBOX_OPTIONS,
  examples: [
    ['twinhaus sandbox', 'a family home in real time'],
    ['twinhaus sandbox --speed 0 --start 2026-06-01T06:00:00Z', 'a summer morning that waits for you'],
    ['twinhaus sandbox --scenario generated:components=5000', 'a house of any size'],
    ['twinhaus sandbox --data ./house', 'what was acknowledged survives a restart'],
    ['twinhaus sandbox --json --http-port 0 --https-port 0', 'for tests and scripts'],
  ],
  async run(typed) {
    const options = readSandboxOptions(typed);
    const log = logTo((text) => process.stderr.write(text), process.env.TWINHAUS_DEBUG !== undefined);
    const controller = await assemble({ ...options, load, log });
    const listeners = await listen(controller, options).catch(async (error: unknown) => {
      await controller.close();
      throw error;
    });
    stopAtSignals(controller, listeners, log);
    if (options.json) log.say(`the certificate's SHA-256 fingerprint is ${controller.certificate.fingerprint}`);
    process.stdout.write(options.json ? readyLine(controller, listeners) : words(controller, listeners));
    return undefined;
  },
};

const readyLine = ({ life, certificate }: Controller, { http, https, remote }: Listeners): string => {
  const { scenario, seed } = life.identity;
  const { fingerprint } = certificate;
  return `${JSON.stringify({ event: 'ready', http, https, remote, fingerprint, scenario, seed, pid: process.pid })}\n`;
};

const words = (controller: Controller, listeners: Listeners): string =>
  welcome(
    controller,
    listeners,
    styleFor({ isTTY: process.stdout.isTTY === true, noColor: (process.env.NO_COLOR ?? '') !== '' }),
  );
