/** Name of the cookie, header and query parameter that carry a session. */
export const SESSION = 'x-service-sid';

/** The session in a `Cookie` header; the first one if it holds several. */
export const readSessionCookie = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  for (let at = header.indexOf(NAMED); at >= 0; at = header.indexOf(NAMED, at + 1)) {
    if (at > 0 && !SEPARATORS.has(header.charAt(at - 1))) continue;
    const end = header.indexOf(';', at);
    const value = header.slice(at + NAMED.length, end < 0 ? undefined : end).trim();
    return value === '' ? undefined : value;
  }
  return undefined;
};

/**
 * A `Set-Cookie` value. A persistent session is kept for the two years that it may lie idle; any other one for as long
 * as the browser runs: how long it lives is counted from its last use, by the controller.
 */
export const writeSessionCookie = (
  id: string,
  kept: { readonly persistent: boolean; readonly secure: boolean },
): string =>
  `${NAMED}${id}; Path=/${kept.persistent ? `; Max-Age=${TWO_YEARS}` : ''}; HttpOnly; SameSite=Strict${kept.secure ? '; Secure' : ''}`;

/** A `Set-Cookie` value that makes the browser forget. */
export const forgetSessionCookie = (secure: boolean): string =>
  `${NAMED}; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

const NAMED = `${SESSION}=`;
const SEPARATORS: ReadonlySet<string> = new Set([' ', ';', '\t']);
const TWO_YEARS = 2 * 365 * 24 * 60 * 60;
