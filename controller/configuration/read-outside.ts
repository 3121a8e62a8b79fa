import type { North } from '../assemble-life.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { type BusSignature, busSignatures } from './bus-signatures.ts';
import type { Configuration } from './configuration.ts';
import { northOf } from './north.ts';
import type { Secrets } from './secrets.ts';

/** What a configuration names outside of itself, as it is there now. */
export interface Outside {
  /** Of each bus, by its name. */
  readonly signatures: ReadonlyMap<string, BusSignature>;
  readonly north: North | undefined;
  /** What cannot be read, each with its place in the configuration. */
  readonly faults: readonly string[];
}

/** Reads secrets and certificates. The first administrator's password is not among them: it counts once. */
export const readOutside = (configuration: Configuration, secrets: Secrets, log: Log): Outside => {
  const faults: string[] = [];
  const signatures = busSignatures(configuration, secrets, (bus, { message }) =>
    faults.push(`buses.${bus}: ${message}`),
  );
  let north: North | undefined;
  try {
    north = northOf(configuration, secrets, log);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    faults.push(error.message);
  }
  return { signatures, north, faults };
};
