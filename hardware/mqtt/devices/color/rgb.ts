/** Red, green and blue of sRGB, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A color written as `#rrggbb`. */
export const rgbOf = (written: string): Rgb => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(written.slice(at, at + 2), 16) / 255);
  return [red ?? 0, green ?? 0, blue ?? 0];
};

export const written = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The same color as bright as it can be; `undefined` for black, which is the color of no light. */
export const atFullValue = ([red, green, blue]: Rgb): Rgb | undefined => {
  const most = Math.max(red, green, blue);
  return most > 0 ? [red / most, green / most, blue / most] : undefined;
};
