/** Distinguished Encoding Rules (ITU-T X.690): as much as a certificate needs. */

export const sequence = (...parts: readonly Buffer[]): Buffer => element(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => element(0x31, Buffer.concat(parts));
export const octets = (bytes: Buffer): Buffer => element(0x04, bytes);
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text));
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0x00]));

/** Bits in whole bytes, of which the last `unused` say nothing. */
export const bits = (bytes: Buffer, unused = 0): Buffer => element(0x03, Buffer.concat([Buffer.from([unused]), bytes]));

/** A field that its number in the surrounding structure tells apart. */
export const tagged = (tag: number, content: Buffer): Buffer => element(0xa0 | tag, content);

/** A whole number that is not negative, most significant byte first. */
export const integer = (bytes: Buffer): Buffer => {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const shortest = bytes.subarray(start);
  const looksNegative = ((shortest[0] ?? 0) & 0x80) !== 0;
  return element(0x02, looksNegative ? Buffer.concat([Buffer.from([0]), shortest]) : shortest);
};

/** Dotted numbers, such as `2.5.4.3`. */
export const objectIdentifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...others].flatMap(base128)));
};

/** `YYMMDDHHMMSSZ`; RFC 5280 wants it for years before 2050. */
export const utcTime = (text: string): Buffer => element(0x17, Buffer.from(text, 'ascii'));

/** `YYYYMMDDHHMMSSZ`; RFC 5280 wants it from 2050 on. */
export const generalizedTime = (text: string): Buffer => element(0x18, Buffer.from(text, 'ascii'));

const element = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag, ...length(content.length)]), content]);

const length = (count: number): number[] => {
  if (count < 0x80) return [count];
  const bytes: number[] = [];
  for (let rest = count; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
};

const base128 = (number: number): number[] => {
  const digits = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    digits.unshift(0x80 | (rest % 128));
  }
  return digits;
};
