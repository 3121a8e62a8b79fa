import { isIP } from 'node:net';

/**
 * Whether a `Host` header names a machine of the local network: by an address, as `localhost`, by a bare name, or by one
 * that no name server of the Internet knows. A page on the Internet can make its own name lead here, but it cannot make the
 * browser say anything else than that name (docs/decisions/0111).
 */
export const isLocalName = (host: string | undefined): boolean => {
  // Nothing but a name and a port: in `a@b` and `b/a` the name is not all that there is.
  if (host === undefined || /[@/?#\\]/.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isIP(hostname.replace(BRACKETS, '$1')) > 0) return true;
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return !name.includes('.') || LOCAL_DOMAINS.some((domain) => name.endsWith(domain));
};

const BRACKETS = /^\[(.*)\]$/;

/** RFC 6761, RFC 6762, RFC 8375, what ICANN keeps free for private use (`internal`), and what routers have long used that is delegated to nobody. */
const LOCAL_DOMAINS: readonly string[] = [
  '.localhost',
  '.local',
  '.home.arpa',
  '.internal',
  '.test',
  '.lan',
  '.home',
  '.localdomain',
];
