import { join } from 'node:path';
import type { SystemClock } from '../twin/index.ts';
import type { Controller } from './assemble.ts';
import type { North } from './assemble-life.ts';
import { readCertificate } from './certificate.ts';
import { type BusSignature, busSignatures } from './configuration/bus-signatures.ts';
import { type Configuration, ConfigurationFault } from './configuration/configuration.ts';
import { openBuses } from './configuration/open-buses.ts';
import { readOutside } from './configuration/read-outside.ts';
import type { Secrets } from './configuration/secrets.ts';
import type { ListenerOptions, Listeners } from './listeners.ts';
import type { Log } from './log.ts';
import type { ReachedPoints } from './reached-points.ts';

export interface ServingOptions {
  readonly controller: Controller;
  readonly listeners: Listeners;
  /** What it runs by at present. */
  readonly configuration: Configuration;
  /** The broker that the building is shown on at present. */
  readonly north: North | undefined;
  readonly reached: ReachedPoints;
  /** Reads the configuration as it is now; rejects with a `Refusal` or a `ConfigurationFault`. */
  read(): Promise<Configuration>;
  readonly clock: SystemClock;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** A controller that runs by a configuration, and by the next one when it is told to read it again. */
export class Serving {
  readonly #options: ServingOptions;
  #present: Configuration;
  #signatures: ReadonlyMap<string, BusSignature>;
  #north: string;
  #fingerprint: string;
  #reloading: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(options: ServingOptions) {
    const { configuration, north, secrets, controller } = options;
    this.#options = options;
    this.#present = configuration;
    // A bus whose secret cannot be read was told of when it could not be opened.
    this.#signatures = busSignatures(configuration, secrets, () => {});
    this.#north = textOf(north);
    this.#fingerprint = controller.certificate.fingerprint;
  }

  /** Reads the configuration again, and once more if it is asked to meanwhile. Whatever is wrong is told, and changes nothing. */
  reload(): Promise<void> {
    this.#isAskedAgain = this.#reloading !== undefined;
    this.#reloading ??= this.#reloadAll().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #reloadAll(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      try {
        await this.#reload();
      } catch (error) {
        const lines = error instanceof ConfigurationFault ? error.lines : [(error as Error).message];
        for (const line of lines) this.#options.log.problem('read the configuration again', line);
        this.#options.log.say(UNCHANGED);
      }
    } while (this.#isAskedAgain);
  }

  async #reload(): Promise<void> {
    const { controller, listeners, reached, secrets, log, clock } = this.#options;
    const before = this.#present;
    const read = await this.#options.read();
    const { next, signatures, north } = this.#checked(read);
    const northText = textOf(north);
    const open = openBuses(next, { clock, secrets, log });
    const isSame = (bus: string, part: keyof BusSignature): boolean =>
      signatures.has(bus) && signatures.get(bus)?.[part] === this.#signatures.get(bus)?.[part];
    const stays = (bus: string): boolean => isSame(bus, 'settings') && isSame(bus, 'points');
    const opened = new Set<string>();
    // The house is shown anew while it is renewed.
    reached.follow(next);
    const renewing = controller.renew({
      scenario: next.scenario,
      stays,
      repointed: (bus) => (isSame(bus, 'settings') ? next.buses.find(({ name }) => name === bus)?.points : undefined),
      bus: (name) => {
        opened.add(name);
        return open(name);
      },
      ...(northText !== this.#north && { north: north === undefined ? null : { ...north, isReached: reached.has } }),
    });
    await renewing.catch((error: unknown) => {
      reached.follow(before);
      throw error;
    });
    const repointed = next.buses.map(({ name }) => name).filter((name) => !stays(name) && !opened.has(name));
    this.#present = next;
    this.#signatures = signatures;
    this.#north = northText;
    if (JSON.stringify(next.proxies) !== JSON.stringify(before.proxies)) controller.believe(next.proxies);
    controller.limitJournal(next.journal);
    for (const fault of await listeners.change(listenersOf(next))) log.problem('listen elsewhere', fault);
    this.#certify();
    const told = `${listed('opened anew', opened)}${listed('other points', repointed)}`;
    log.say(`the configuration was read again and counts from now on${told}`);
  }

  /** The configuration with all that it names outside of itself. Throws everything that is wrong at once. */
  #checked(read: Configuration) {
    const { secrets, log } = this.#options;
    const { signatures, north, faults } = readOutside(read, secrets, log);
    if (faults.length > 0) throw new ConfigurationFault(faults);
    const { data } = this.#present;
    if (read.data !== data) log.say(`data: it stays ${data}; ${read.data} counts from the next start`);
    return { next: { ...read, data }, signatures, north };
  }

  #certify(): void {
    const { listeners, log } = this.#options;
    try {
      const certificate = readCertificate(join(this.#present.data, 'certificate.pem'));
      if (certificate.fingerprint === this.#fingerprint) return;
      listeners.certify(certificate);
      this.#fingerprint = certificate.fingerprint;
      log.say(`HTTPS is spoken with another certificate from now on: ${certificate.fingerprint}`);
    } catch (error) {
      log.problem('change the certificate', error);
    }
  }
}

/** Where a configuration listens, in the words of its file. */
export const listenersOf = ({ listen: { host, http, https, remote } }: Configuration): ListenerOptions => ({
  ...{ host, httpPort: http, httpsPort: https, remotePort: remote },
  names: {
    host: 'listen: { host: … } or --host',
    http: 'listen: { http: … } or --http-port',
    https: 'listen: { https: … } or --https-port',
    remote: 'listen: { remote: … } or --remote-port',
  },
});

const UNCHANGED = 'the configuration stays as it was: nothing has changed';

const listed = (what: string, names: Iterable<string>): string => {
  const list = [...names].join(', ');
  return list === '' ? '' : `; ${what}: ${list}`;
};

const textOf = (north: North | undefined): string => JSON.stringify(north ?? null);
