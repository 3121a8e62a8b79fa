/** The address of one device: area, line and device in 16 bits. */
export type IndividualAddress = number;

/** As people write it: `1.1.20`. */
export const formatIndividual = (address: IndividualAddress): string =>
  `${address >> 12}.${(address >> 8) & 15}.${address & 255}`;

/** Reads `1.1.20`; `null` for what is none, for 0.0.0, and for 15.15.255, which every device has before it is programmed. */
export const parseIndividual = (text: string): IndividualAddress | null => {
  if (!/^\d{1,2}\.\d{1,2}\.\d{1,3}$/.test(text)) return null;
  const [area = 0, line = 0, device = 0] = text.split('.').map(Number);
  const address = (area << 12) | (line << 8) | device;
  const fits = area <= 15 && line <= 15 && device <= 255;
  return fits && address !== 0 && address !== UNPROGRAMMED ? address : null;
};

const UNPROGRAMMED = 0xffff;
