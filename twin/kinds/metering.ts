import { measured } from './property.ts';

interface Range {
  readonly means: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** Electric power at this moment. */
export const power = ({ means, minimum, maximum }: Range) =>
  measured({ means, quantity: 'power', unit: 'W', minimum, maximum, step: 1 });

/** A counter of energy: it only ever rises. */
export const energy = (means: string) =>
  measured({ means, quantity: 'energy', unit: 'kWh', minimum: 0, maximum: 10_000_000, step: 0.001 });
