import { LIMITS } from './limits.ts';

/** One controller as it stands in the file. */
export interface Controller {
  readonly name: string;
  /** Of its MCP endpoint, such as `http://192.168.1.20/mcp`. */
  readonly address: string;
  readonly token: string;
  /** SHA-256 of the certificate, upper-case hex with colons; for `https` only. */
  readonly fingerprint?: string;
}

/** The same house behind the same door: a new name alone is no reason to connect anew. */
export const sameDoor = (one: Controller, other: Controller): boolean =>
  one.address === other.address && one.token === other.token && one.fingerprint === other.fingerprint;

/** What is wrong with a name, as the end of a sentence; undefined if nothing is. */
export const faultOfName = (name: unknown): string | undefined => {
  if (typeof name !== 'string' || name.trim() === '') return 'needs a name, such as "home"';
  if (name !== name.trim() || /\p{Cc}/u.test(name))
    return 'has a name with blanks at its ends or with control characters';
  if (name.length > LIMITS.nameLength.value) return `has a name of more than ${LIMITS.nameLength.value} letters`;
  return undefined;
};

export const faultOfAddress = (address: unknown): string | undefined => {
  const url = typeof address === 'string' ? parsed(address) : undefined;
  if (url === undefined) return 'needs an address such as "http://192.168.1.20/mcp"';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'has an address that is neither http nor https';
  if (url.username !== '' || url.password !== '') return 'has an address with a user name or a password in it';
  return undefined;
};

export const faultOfToken = (token: unknown): string | undefined => {
  if (typeof token !== 'string' || token === '')
    return 'needs a token: the controller’s configuration interface makes one';
  // What a header cannot carry.
  if (!/^[\x21-\x7e]+$/.test(token)) return 'has a token with blanks, line breaks or letters that no token has';
  return undefined;
};

export const faultOfFingerprint = (fingerprint: unknown): string | undefined =>
  fingerprint === undefined || (typeof fingerprint === 'string' && asFingerprint(fingerprint) !== undefined)
    ? undefined
    : 'has a fingerprint that is not a SHA-256 one (64 hexadecimal digits, with or without colons)';

/** A fingerprint in the one form in which two can be compared; undefined if it is none. */
export const asFingerprint = (text: string): string | undefined => {
  const digits = text
    .replace(/^\s*sha-?256[\s:=]*/i, '')
    .replace(/[\s:]/g, '')
    .toUpperCase();
  return /^[0-9A-F]{64}$/.test(digits) ? (digits.match(/../g) ?? []).join(':') : undefined;
};

/** The address that somebody means who types only a host, or leaves the path out. */
export const asAddress = (typed: string): string => {
  const text = typed.trim();
  const url = parsed(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === undefined) return text;
  if (url.pathname === '/') url.pathname = '/mcp';
  return url.href;
};

const parsed = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
};
