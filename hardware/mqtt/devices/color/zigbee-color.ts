import { fieldAt } from '../../json-field.ts';
import { chromaticityOf, rgbOfChromaticity } from './chromaticity.ts';
import { hueOf, rgbOfHue } from './hue.ts';
import { type Rgb, rgbOf, written } from './rgb.ts';
import { whiteOf } from './white.ts';

/** How a lamp of Zigbee2MQTT is told a color: as a chromaticity, or as hue and saturation. */
export type ColorForm = 'xy' | 'hs';

/**
 * The color at `path` in a lamp's state (zigbee2mqtt.io, "Exposes", `color_xy` and `color_hs`) as `#rrggbb`; `undefined` if it says none.
 * `color_mode` beside it says what counts: while that is the color temperature the color is that of the white, as the one that stands
 * there may be what the lamp showed before.
 */
export const zigbeeColor = (state: unknown, path: string): string | undefined => {
  const mode = fieldAt(state, path.replace(/^color/, 'color_mode'));
  const rgb = rgbIn(state, path, mode);
  return rgb && written(rgb);
};

const rgbIn = (state: unknown, path: string, mode: unknown): Rgb | undefined => {
  if (mode === 'color_temp') {
    const mired = numberAt(state, path.replace(/^color/, 'color_temp'));
    return mired > 0 ? rgbOfChromaticity(whiteOf(1_000_000 / mired)) : undefined;
  }
  const byChromaticity = () => rgbOfChromaticity({ x: numberAt(state, `${path}.x`), y: numberAt(state, `${path}.y`) });
  const byHue = () =>
    rgbOfHue({ hue: numberAt(state, `${path}.hue`), saturation: numberAt(state, `${path}.saturation`) });
  if (mode === 'xy') return byChromaticity();
  return mode === 'hs' ? byHue() : (byChromaticity() ?? byHue());
};

/**
 * What a lamp is told for `#rrggbb`; `undefined` for black, which no lamp shines. Written in the lamp's own terms, it says nothing of the
 * brightness, and comes back as it was told: for red, green and blue Zigbee2MQTT takes other primaries than those of sRGB.
 */
export const zigbeeColorCommand = (color: string, form: ColorForm): object | undefined => {
  const rgb = rgbOf(color);
  if (form === 'hs') {
    const told = hueOf(rgb);
    return told && { hue: rounded(told.hue, 10), saturation: rounded(told.saturation, 10) };
  }
  const told = chromaticityOf(rgb);
  return told && { x: rounded(told.x, 10_000), y: rounded(told.y, 10_000) };
};

const rounded = (number: number, parts: number): number => Math.round(number * parts) / parts;

/** `NaN`, which is in no range, for what is no number. */
const numberAt = (state: unknown, path: string): number => {
  const found = fieldAt(state, path);
  return typeof found === 'number' ? found : Number.NaN;
};
