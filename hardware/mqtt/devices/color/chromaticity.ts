import { atFullValue, type Rgb } from './rgb.ts';

/** Where a color lies in the CIE 1931 color space, however bright it is. */
export interface Chromaticity {
  readonly x: number;
  readonly y: number;
}

/**
 * A chromaticity as sRGB at full value, by the matrix and the curve of IEC 61966-2-1 (primaries of ITU-R BT.709, white D65). What lies
 * outside of its gamut is taken to its edge. `undefined` for what is no chromaticity.
 */
export const rgbOfChromaticity = ({ x, y }: Chromaticity): Rgb | undefined => {
  if (!(x >= 0 && y > 0 && x + y <= 1)) return undefined;
  // Not divided by y: how bright the color is does not count, and y may be as small as it likes.
  const z = 1 - x - y;
  const linear = atFullValue([
    Math.max(0, 3.2406 * x - 1.5372 * y - 0.4986 * z),
    Math.max(0, -0.9689 * x + 1.8758 * y + 0.0415 * z),
    Math.max(0, 0.0557 * x - 0.204 * y + 1.057 * z),
  ]);
  if (linear === undefined) return undefined;
  const [red, green, blue] = linear;
  return [encoded(red), encoded(green), encoded(blue)];
};

/** The way back; `undefined` for black. */
export const chromaticityOf = (rgb: Rgb): Chromaticity | undefined => {
  const linear = atFullValue(rgb.map(decoded) as unknown as Rgb);
  if (linear === undefined) return undefined;
  const [red, green, blue] = linear;
  const X = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const Y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const Z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const sum = X + Y + Z;
  return { x: X / sum, y: Y / sum };
};

const encoded = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
const decoded = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
