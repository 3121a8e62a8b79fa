/** A group address: 1 to 65535; 0 is for everybody and nobody's to use. */
export type GroupAddress = number;

/** Reads three levels (`1/2/3`), two (`1/515`) or none (`2563`); `null` for what is none of these, or out of range. */
export const parseGroupAddress = (text: string): GroupAddress | null => {
  if (!/^\d{1,5}(?:\/\d{1,4}){0,2}$/.test(text)) return null;
  const parts = text.split('/').map(Number);
  const ranges = LEVELS[parts.length] ?? [];
  if (parts.some((part, index) => part > (ranges[index] ?? -1))) return null;
  const [main = 0, middle = 0, sub = 0] = parts;
  const address =
    parts.length === 3 ? (main << 11) | (middle << 8) | sub : parts.length === 2 ? (main << 11) | middle : main;
  return address === 0 ? null : address;
};

/** The largest number of each level, by how many levels there are. */
const LEVELS: { readonly [levels: number]: readonly number[] } = { 1: [65_535], 2: [31, 2_047], 3: [31, 7, 255] };

/** In two levels or none, as some projects are written. */
export const formatWithLevels = (address: GroupAddress, levels: 1 | 2): string =>
  levels === 1 ? String(address) : `${address >> 11}/${address & 2_047}`;

/** In three levels, as most projects are written. */
export const formatGroupAddress = (address: GroupAddress): string =>
  `${address >> 11}/${(address >> 8) & 7}/${address & 255}`;
