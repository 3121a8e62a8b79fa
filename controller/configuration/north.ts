import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { North } from '../assemble-life.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import type { Configuration } from './configuration.ts';
import type { Secrets } from './secrets.ts';

/** The broker that a building is shown on, with its secrets; `undefined` for none. Throws a `Refusal` for what cannot be read. */
export const northOf = ({ mqtt, folder }: Configuration, secrets: Secrets, log: Log): North | undefined => {
  if (mqtt === undefined) return undefined;
  const { url, username, password, ca, certificate, key, user, base = 'twinhaus', discovery = 'homeassistant' } = mqtt;
  return {
    ...{ url, user, base },
    discovery: discovery === false ? null : discovery,
    client: {
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password: secrets.textFor('mqtt.password', password) }),
      ...(ca !== undefined && { ca: read(resolve(folder, ca)) }),
      ...(certificate !== undefined && { cert: read(resolve(folder, certificate)) }),
      ...(key !== undefined && { key: read(resolve(folder, key)) }),
    },
    say: (line) => log.say(line, 'mqtt'),
  };
};

/** The same at a start: whoever cannot be shown on a broker is there all the same. */
export const northIfAny = (configuration: Configuration, secrets: Secrets, log: Log): North | undefined => {
  try {
    return northOf(configuration, secrets, log);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.say(`${error.message}; nothing is shown on the broker until that is mended and the configuration read again`);
    return undefined;
  }
};

const read = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(`mqtt: ${file} cannot be read (${code ?? 'unknown'})`);
  }
};
