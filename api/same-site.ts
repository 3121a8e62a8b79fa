import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may use what a browser adds to it on its own, such as a cookie. A browser tells with
 * `Sec-Fetch-Site` and `Origin` when another site's page made the request; a program that sends neither is not a browser.
 * `secure`: the request came over TLS; a page that did not is then another site.
 */
export const isSameSite = (headers: IncomingHttpHeaders, secure: boolean): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return headers.origin === undefined || isOwnOrigin(headers.origin, headers.host, secure);
};

const isOwnOrigin = (origin: string, host: string | undefined, secure: boolean): boolean => {
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: theirs } = new URL(origin);
  // A tunnel in front of a plain listener may have taken the TLS off.
  if (protocol !== 'https:' && (secure || protocol !== 'http:')) return false;
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === theirs;
};
