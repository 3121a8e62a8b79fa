import { SystemClock } from '../twin/index.ts';
import { administratorAtStart } from './administrator-at-start.ts';
import { assemble } from './assemble.ts';
import type { Command, Typed } from './command.ts';
import { firstAdministrator, type MadeAccount, missingPassword } from './configuration/first-administrator.ts';
import { loadConfiguration } from './configuration/load-configuration.ts';
import { northIfAny } from './configuration/north.ts';
import { openBuses } from './configuration/open-buses.ts';
import { readOutside } from './configuration/read-outside.ts';
import { Secrets } from './configuration/secrets.ts';
import { summary } from './configuration/summary.ts';
import { type Listeners, listen } from './listeners.ts';
import { ReachedPoints } from './reached-points.ts';
import { Refusal } from './refusal.ts';
import { port } from './sandbox-options.ts';
import { load } from './scenario-folders.ts';
import { serveLog } from './serve-log.ts';
import { listenersOf, Serving } from './serving.ts';
import { stopAtSignals } from './stop-at-signals.ts';

/** `twinhaus serve`: the controller of a real building. */
export const serveCommand: Command = {
  name: 'serve',
  usage: '--config FILE [options]',
  means: 'Runs the controller of a real building, as its configuration file describes it.',
  options: [
    { name: 'config', argument: 'FILE', means: 'the configuration, such as /etc/twinhaus/controller.yaml' },
    { name: 'dry-run', means: 'says what would be done, and does nothing' },
    { name: 'rehearse', means: 'starts once on a copy of the data, without buses and ports, and says what came of it' },
    { name: 'host', argument: 'ADDR', means: 'address to listen on, instead of what the file says' },
    { name: 'http-port', argument: 'N', means: 'port of HTTP, instead of what the file says; 0 = any free one' },
    { name: 'https-port', argument: 'N', means: 'port of HTTPS, instead of what the file says; 0 = any free one' },
    { name: 'remote-port', argument: 'N', means: 'port of remote access, instead of what the file says' },
    { name: 'data', argument: 'DIR', means: 'where to keep everything, instead of what the file says' },
    { name: 'log', argument: 'text|json', means: 'form of the log on standard error (default: text)' },
    { name: 'json', means: 'standard output carries JSON lines only, the first is "ready"; logs go to standard error' },
  ],
  examples: [
    ['twinhaus check controller.yaml', 'what is wrong in a configuration, with line and column'],
    ['twinhaus serve --config controller.yaml --dry-run', 'what would be done'],
    ['twinhaus serve --config controller.yaml', 'the controller, on ports 80 and 443 unless the file says otherwise'],
  ],
  async run(typed) {
    const [operand] = typed.operands;
    if (operand !== undefined) throw new Refusal(`unexpected ${operand}: name the configuration with --config FILE`);
    const file = typed.values.get('config');
    if (file === undefined) throw new Refusal('name the configuration: twinhaus serve --config controller.yaml');
    const configuration = overruled(await loadConfiguration(file), typed);
    const clock = new SystemClock();
    const secrets = new Secrets(configuration.folder);
    const log = serveLog(typed, secrets, clock);
    if (typed.switches.has('dry-run')) {
      const atStart = await administratorAtStart(configuration.data);
      const { faults } = readOutside(configuration, secrets, log);
      const password = atStart === 'there' ? undefined : missingPassword(configuration, secrets);
      process.stdout.write(summary(configuration, atStart, password === undefined ? faults : [...faults, password]));
      return 0;
    }
    if (typed.switches.has('rehearse')) {
      const { rehearse } = await import('./rehearse.ts');
      process.stdout.write(await rehearse(configuration, log));
      return 0;
    }
    const first = firstAdministrator(configuration, secrets);
    const bus = openBuses(configuration, { clock, secrets, log });
    const north = northIfAny(configuration, secrets, log);
    const reached = new ReachedPoints(configuration);
    const { data, proxies, journal } = configuration;
    const real = {
      scenario: configuration.scenario,
      accounts: () => first.account(),
      isMade: () => first.made !== undefined,
      bus,
      north: north && { ...north, isReached: reached.has },
    };
    const hangUp = hangUps();
    const controller = await assemble({ real, data, proxies, journal, load, log, realClock: clock });
    const listeners = await listen(controller, listenersOf(configuration), { clock, say: log.say }).catch(
      async (error: unknown) => {
        await controller.close();
        throw error;
      },
    );
    const read = async () => overruled(await loadConfiguration(file), typed);
    const serving = new Serving({ controller, listeners, configuration, north, reached, read, clock, secrets, log });
    stopAtSignals(controller, listeners, log, ['SIGTERM', 'SIGINT']);
    const { fingerprint } = controller.certificate;
    const isJson = typed.switches.has('json');
    process.stdout.write(isJson ? readyLine(listeners, fingerprint) : readyWords(listeners, fingerprint));
    if (first.made !== undefined) {
      // Where nobody reads it, it has not been shown.
      process.stdout.write(isJson ? madeLine(first.made) : madeWords(first.made), (error) => {
        if (!error)
          controller.passwordWasShown().catch((fault) => log.problem('note that the password was shown', fault));
      });
    }
    hangUp.goOn(() => serving.reload());
    return undefined;
  },
};

/** Hears SIGHUP from now on; what came before `goOn` was called counts once. */
const hangUps = () => {
  let hasCome = false;
  let act = (): void => {
    hasCome = true;
  };
  process.on('SIGHUP', () => act());
  return {
    goOn(reload: () => Promise<void>): void {
      act = () => void reload();
      if (hasCome) act();
    },
  };
};

type Configuration = Awaited<ReturnType<typeof loadConfiguration>>;

const overruled = (configuration: Configuration, typed: Typed): Configuration => {
  const { listen: where } = configuration;
  return {
    ...configuration,
    data: typed.values.get('data') ?? configuration.data,
    listen: {
      host: typed.values.get('host') ?? where.host,
      http: port(typed.values, 'http-port') ?? where.http,
      https: port(typed.values, 'https-port') ?? where.https,
      remote: port(typed.values, 'remote-port') ?? where.remote,
    },
  };
};

const readyWords = ({ http, https, remote }: Listeners, fingerprint: string): string =>
  `Twinhaus is ready: ${[http, https, ...(remote === null ? [] : [remote])].join(', ')} (certificate ${fingerprint})\n`;

const madeWords = ({ username, password }: MadeAccount): string =>
  `The administrator ${username} has the password ${password} (it is shown only now)\n`;

const madeLine = (made: MadeAccount): string => `${JSON.stringify({ event: 'administrator', ...made })}\n`;

const readyLine = ({ http, https, remote }: Listeners, fingerprint: string): string =>
  `${JSON.stringify({ event: 'ready', http, https, remote, fingerprint, pid: process.pid })}\n`;
