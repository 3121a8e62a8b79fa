import type { Chromaticity } from './chromaticity.ts';

/**
 * The white of a color temperature: the locus of Planck by the cubic splines of Y.-S. Kim et al., "Design of advanced color temperature
 * control system for HDTV applications" (Journal of the Korean Physical Society 41, 2002). What is outside of their range is taken to its end.
 */
export const whiteOf = (kelvin: number): Chromaticity => {
  const taken = Math.min(Math.max(kelvin, COLDEST_BODY), HOTTEST_BODY);
  const t = 1_000 / taken;
  const x =
    taken <= 4_000
      ? cubic(t, -0.2661239, -0.2343589, 0.8776956, 0.17991)
      : cubic(t, -3.0258469, 2.1070379, 0.2226347, 0.24039);
  if (taken <= 2_222) return { x, y: cubic(x, -1.1063814, -1.3481102, 2.18555832, -0.20219683) };
  if (taken <= 4_000) return { x, y: cubic(x, -0.9549476, -1.37418593, 2.09137015, -0.16748867) };
  return { x, y: cubic(x, 3.081758, -5.8733867, 3.75112997, -0.37001483) };
};

const COLDEST_BODY = 1_667;
const HOTTEST_BODY = 25_000;

const cubic = (at: number, a: number, b: number, c: number, d: number): number => ((a * at + b) * at + c) * at + d;
