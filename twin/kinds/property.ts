import type { PropertyKind, ValueSchema } from '../kind.ts';
import { boolean } from '../stages/boolean.ts';
import { enumeration } from '../stages/enumeration.ts';
import { scale } from '../stages/scale.ts';

interface Told {
  readonly means: string;
  readonly quantity: string;
  readonly commandable?: true;
}

interface Measured extends Told {
  readonly unit: string;
  readonly minimum: number;
  readonly maximum: number;
  /** What one step of the device's integer is worth in the unit. */
  readonly step: number;
}

/** A number that the device holds as a count of steps: a row of tenths of a degree has `step: 0.1`. */
export const measured = ({ means, quantity, unit, minimum, maximum, step, commandable }: Measured): PropertyKind => {
  const whole = Number.isInteger(step) && Number.isInteger(minimum);
  return {
    means,
    quantity,
    unit,
    content: { type: 'integer', minimum: Math.round(minimum / step), maximum: Math.round(maximum / step) },
    value: { type: whole ? 'integer' : 'number', minimum, maximum, multipleOf: step },
    stages: step === 1 ? [] : [scale({ factor: step })],
    commandable: commandable === true,
  };
};

/** Yes or no; the device says 1 or 0. */
export const yesOrNo = ({ means, quantity, commandable }: Told): PropertyKind => ({
  means,
  quantity,
  unit: null,
  content: { type: 'integer', minimum: 0, maximum: 1 },
  value: { type: 'boolean' },
  stages: [boolean()],
  commandable: commandable === true,
});

/** One of several words; the device says their position in the list, from 0. */
export const oneOf = ({
  means,
  quantity,
  words,
  commandable,
}: Told & { readonly words: readonly string[] }): PropertyKind => {
  const value: ValueSchema = { type: 'string', enum: words };
  return {
    means,
    quantity,
    unit: null,
    content: { type: 'integer', minimum: 0, maximum: words.length - 1 },
    value,
    stages: [enumeration(Object.fromEntries(words.map((word, index) => [index, word])))],
    commandable: commandable === true,
  };
};
