import type { Typed } from './command.ts';
import { Refusal } from './refusal.ts';

/** The data folder that was named, itself or by its configuration. */
export const dataOf = async ({ values }: Typed): Promise<string> => {
  const data = values.get('data');
  const config = values.get('config');
  if (data !== undefined && config !== undefined) throw new Refusal('name the data folder once: --data or --config');
  if (data !== undefined) return data;
  if (config === undefined) throw new Refusal('name the data folder: --data DIR, or --config FILE');
  return (await (await import('./configuration/load-configuration.ts')).loadConfiguration(config)).data;
};
