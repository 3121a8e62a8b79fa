import type { BusPoint, BusType, Secret } from '../../hardware/bus.ts';
import type { JournalLimits } from '../journal/journal-limits.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ConfigurationFile } from './configuration-file.ts';

/** A configuration that was found good. */
export interface Configuration {
  /** The building, as the controller carries it out: its buses by name only. */
  readonly scenario: Scenario;
  readonly buses: readonly ConfiguredBus[];
  /** The folder of the file, an absolute path: what the file names is found from there. */
  readonly folder: string;
  /** An absolute path. */
  readonly data: string;
  readonly listen: {
    readonly host: string;
    readonly http: number;
    readonly https: number;
    readonly remote: number | undefined;
  };
  readonly proxies: readonly string[];
  /** How much of the journal is kept. */
  readonly journal: JournalLimits;
  /** The broker that the building is shown on. */
  readonly mqtt: ConfigurationFile['mqtt'];
  readonly administrator: { readonly username: string; readonly password: Secret | undefined };
}

/** A bus with the points that hang on it. */
export interface ConfiguredBus {
  readonly name: string;
  readonly type: BusType;
  readonly settings: unknown;
  readonly points: readonly BusPoint<unknown>[];
}

/** Everything that is wrong with a configuration file: a line for each, `file:line:column: field: what is wrong and what would be right`. */
export class ConfigurationFault extends Error {
  override readonly name = 'ConfigurationFault';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines[0] ?? 'the configuration is wrong');
    this.lines = lines;
  }
}
