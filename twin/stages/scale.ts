import type { Stage } from '../kind.ts';

/** Value = content × factor + offset, exact in decimals: 3 × 0.1 is 0.3. */
export function scale({ factor, offset = 0 }: { readonly factor: number; readonly offset?: number }): Stage {
  const decimals = Math.max(decimalsOf(factor), decimalsOf(offset));
  const power = 10 ** decimals;
  return {
    name: offset === 0 ? `scale ${factor}` : `scale ${factor} ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}`,
    refine: (content) => Math.round((Number(content) * factor + offset) * power) / power,
    express: (value) => Math.round((Number(value) - offset) / factor),
    mapping: { factor, offset },
  };
}

/** Digits after the decimal point of a number as it is written. */
const decimalsOf = (number: number): number => {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
};
