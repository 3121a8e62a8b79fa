import { measured } from './property.ts';

interface Range {
  readonly means: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** A temperature that is only measured. */
export const temperature = ({ means, minimum, maximum }: Range) =>
  measured({ means, quantity: 'temperature', unit: '°C', minimum, maximum, step: 0.1 });

/** A temperature that can be asked for. */
export const setpoint = ({ means, minimum, maximum }: Range) =>
  measured({ means, quantity: 'temperature', unit: '°C', minimum, maximum, step: 0.5, commandable: true });

/** Relative humidity of the air. */
export const humidity = (means: string) =>
  measured({ means, quantity: 'humidity', unit: '%', minimum: 0, maximum: 100, step: 1 });
