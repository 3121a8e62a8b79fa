import type { Stage } from '../kind.ts';

/** Value = content × factor + offset, exact in decimals: 3 × 0.1 is 0.3. */
export function scale({ factor, offset = 0 }: { readonly factor: number; readonly offset?: number }): Stage {
  if (!Number.isFinite(factor) || factor === 0 || !Number.isFinite(offset)) {
    throw new RangeError(`a scale of ${factor} and ${offset} cannot be undone`);
  }
  const power = 10 ** Math.min(MOST_DECIMALS, Math.max(decimalsOf(factor), decimalsOf(offset)));
  return {
    name: offset === 0 ? `scale ${factor}` : `scale ${factor} ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}`,
    refine: (content) => rounded(Number(content) * factor + offset, power),
    express: (value) => rounded((Number(value) - offset) / factor, FINEST),
    mapping: { factor, offset },
  };
}

/** More decimals are not the step of a device but a factor such as 100 ÷ 255. */
const MOST_DECIMALS = 6;
const FINEST = 10 ** MOST_DECIMALS;

/** A whole number over a power of ten is the double nearest to that decimal number; 0 is added to turn −0 into 0. */
const rounded = (number: number, power: number): number => Math.round(number * power) / power + 0;

/** Digits after the decimal point of a number as it is written. */
const decimalsOf = (number: number): number => {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
};
