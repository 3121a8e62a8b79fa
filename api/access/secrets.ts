import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** A new key for `keyedDigest` and `keyedChecksum`. */
export const newKey = (): Buffer => randomBytes(32);

/** Bytes that nobody can guess. */
export const unguessable = (bytes: number): Buffer => randomBytes(bytes);

/** HMAC-SHA-256. */
export const keyedDigest = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The first 132 bits of the HMAC-SHA-256, as 22 characters of base64url. */
export const keyedChecksum = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, CHECKSUM_CHARACTERS);

export const CHECKSUM_CHARACTERS = 22;

/** Compares in a time that does not depend on where the two differ. */
export const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Cost of scrypt: `2 ** logN` rounds over blocks of `r` × 128 bytes, `p` times. */
export interface StretchCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** scrypt, on a thread of its own. */
export const stretch = (password: string, salt: Buffer, bytes: number, cost: StretchCost): Promise<Buffer> => {
  const options = { N: 2 ** cost.logN, r: cost.r, p: cost.p, maxmem: MAXMEM };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
};

const MAXMEM = 256 * 1024 * 1024;
