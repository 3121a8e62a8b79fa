import { readFile } from '../read-file.ts';
import type { Configuration } from './configuration.ts';
import { readConfiguration } from './read-configuration.ts';

/** The largest file that is read; a building of 50 000 components takes a quarter of it. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Reads a configuration file. Rejects with a `Refusal` for a file that cannot be read, with a `ConfigurationFault` for what is wrong in it. */
export const loadConfiguration = async (file: string): Promise<Configuration> =>
  readConfiguration(file, readFile(file, MOST_BYTES).toString('utf8'));
