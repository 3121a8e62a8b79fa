import type { Backend, Clock } from '../../twin/index.ts';
import type { Configuration } from './configuration.ts';
import { secretText } from './secret-text.ts';

/** How each bus of a configuration is opened, by its name. What is said of a bus begins with its name. */
export const openBuses =
  ({ buses }: Configuration, clock: Clock, say: (line: string) => void) =>
  (name: string): Backend => {
    const found = buses.find((bus) => bus.name === name);
    if (found === undefined) throw new Error(`there is no bus ${name}`);
    const { type, settings, points } = found;
    return type.open({ name, settings, points, clock, secret: secretText, say: (line) => say(`${name}: ${line}`) });
  };
