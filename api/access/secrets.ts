import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** A new key for `keyedDigest` and `keyedChecksum`. */
export const newKey = (): Buffer => randomBytes(32);

/** Bytes that nobody can guess. */
export const unguessable = (bytes: number): Buffer => randomBytes(bytes);

/** 256 bits that say that whoever made them knew the key. */
export const keyedDigest = (key: Buffer, text: string): Buffer => hash('sha256', enveloped(key, text), 'buffer');

/** SHA-256 in base64url; for what nobody can guess. */
export const digest = (text: string): string => hash('sha256', text, 'base64url');

/** The first 132 bits of the keyed digest, as 22 characters of base64url. */
export const keyedChecksum = (key: Buffer, text: string): string =>
  hash('sha256', enveloped(key, text), 'base64url').slice(0, CHECKSUM_CHARACTERS);

/**
 * The envelope MAC: the key fills the first block of SHA-256 by itself, and stands behind the text once more, so that nothing can be
 * appended (Yasuda, "Sandwich is indeed secure", 2007). In Node.js it costs a quarter of an HMAC, which every request would pay for.
 */
const enveloped = (key: Buffer, text: string): string => {
  let block = blocks.get(key);
  if (block === undefined) {
    block = hash('sha256', key, 'hex');
    blocks.set(key, block);
  }
  return block + text + block;
};

const blocks = new WeakMap<Buffer, string>();

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
