import { atFullValue, type Rgb } from './rgb.ts';

/** A color at full value: its angle on the wheel from 0 to 360, and how far it is from white in percent. */
export interface Hue {
  readonly hue: number;
  readonly saturation: number;
}

/** By the hexcone of A. R. Smith, "Color gamut transform pairs" (1978); `undefined` for what is no hue. */
export const rgbOfHue = ({ hue, saturation }: Hue): Rgb | undefined => {
  if (!(hue >= 0 && hue <= 360 && saturation >= 0 && saturation <= 100)) return undefined;
  const part = (from: number): number => {
    const sixth = (from + hue / 60) % 6;
    return 1 - (saturation / 100) * Math.max(0, Math.min(sixth, 4 - sixth, 1));
  };
  return [part(5), part(3), part(1)];
};

/** The way back; `undefined` for black. */
export const hueOf = (rgb: Rgb): Hue | undefined => {
  const full = atFullValue(rgb);
  if (full === undefined) return undefined;
  const [red, green, blue] = full;
  const spread = 1 - Math.min(red, green, blue);
  if (spread === 0) return { hue: 0, saturation: 0 };
  const sixth =
    red === 1 ? (green - blue) / spread : green === 1 ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return { hue: ((sixth + 6) % 6) * 60, saturation: spread * 100 };
};
