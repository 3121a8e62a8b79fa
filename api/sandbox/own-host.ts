import { isIP } from 'node:net';

/**
 * Whether a `Host` header names this machine by an address, or as `localhost`. A page on the Internet can make its own
 * name lead here, but it cannot make the browser say anything else than that name.
 */
export const isOwnHost = (host: string | undefined): boolean => {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(BRACKETS, '$1')) > 0;
};

const BRACKETS = /^\[(.*)\]$/;
