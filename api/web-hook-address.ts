import type { Content } from '../twin/index.ts';
import { LIMITS } from './limits.ts';

/** Where a webhook sends to. */
export interface WebHookAddress {
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Scheme, host and port: one receiver, and all of an address that may be told. */
  readonly origin: string;
  /** As it was given, in printable ASCII: letters beyond it are percent-encoded, nothing else is touched. */
  readonly path: string;
  /** As `path`; without the question mark, empty if there is none. */
  readonly query: string;
}

/** What is added to the address's own query. */
export interface WebHookParameters {
  readonly id: number;
  readonly cid: string;
  readonly property: string;
  /** Empty for a device that has not reported yet. */
  readonly content: Content | null;
}

/** The parts of an address, or why it cannot be one: half a sentence in English. */
export const readAddress = (url: string): WebHookAddress | string => {
  const most = LIMITS.webHookUrlCharacters.value;
  if (url.length > most) return `at most ${most} characters are possible`;
  if (UNSENDABLE.test(url)) return 'no line breaks, blanks or control characters';
  const [, scheme, authority, path, query = ''] = PARTS.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || path === undefined)
    return 'only http:// and https:// addresses';
  if (authority.includes('@')) return 'no credentials in the address';
  const parsed = urlOf(`${scheme}://${authority}/`);
  if (parsed === undefined || parsed.port === '0') return 'there is no such host and port';
  const secure = parsed.protocol === 'https:';
  return {
    secure,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port),
    origin: parsed.origin,
    path: printable(path === '' ? '/' : path),
    query: printable(query.slice(1)),
  };
};

/** The request target: the address's own query byte for byte, ours behind it. */
export const targetOf = ({ path, query }: WebHookAddress, parameters: WebHookParameters): string => {
  const { id, cid, property, content } = parameters;
  const ours = Object.entries({ id, cid, property, content: content ?? '' })
    .map(([name, value]) => `${name}=${encoded(String(value))}`)
    .join('&');
  const joint = query === '' || query.endsWith('&') ? '' : '&';
  return `${path}?${query}${joint}${ours}`;
};

/** A backslash would be a slash to some readers and none to others. */
const PARTS = /^(https?):\/\/([^/?#\\]+)((?:\/[^?#]*)?)(\?[^#]*)?(?:#.*)?$/i;

/** Half of a surrogate pair is no character. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\s]/u;

const urlOf = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

const printable = (text: string): string => text.replace(/[^\x21-\x7e]+/g, encoded);

/** What a device reports may be no proper text. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
