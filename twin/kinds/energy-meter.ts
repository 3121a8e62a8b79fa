import type { Kind } from '../kind.ts';
import { energy, power } from './metering.ts';
import { reachable } from './reachable.ts';

export const energyMeter: Kind = {
  type: 'energy-meter',
  category: 'energy',
  means: 'Counts electric energy in both directions.',
  properties: {
    power: power({
      means: 'Power at this moment; negative while energy flows back.',
      minimum: -10_000_000,
      maximum: 10_000_000,
    }),
    energyImported: energy('Energy that flowed in since the meter was installed.'),
    energyExported: energy('Energy that flowed back since the meter was installed.'),
    reachable,
  },
};
