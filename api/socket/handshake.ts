import type { IncomingMessage } from 'node:http';
import type { Arrivals } from '../arrivals.ts';
import type { Path } from '../caller.ts';
import { type Language, negotiate } from '../errors.ts';
import type { Arrival } from '../local-network.ts';
import { isSameSite } from '../same-site.ts';
import { readSessionCookie, SESSION } from '../session-cookie.ts';

/** What a client showed when it connected; all that is kept of its first request. */
export interface Handshake extends Arrival {
  /** Of error texts, until `init` names one. */
  readonly language: Language;
  /** The session that the client named itself. */
  readonly session: string | undefined;
  /** The session in the cookie that a browser added, unless another site's page made it. */
  readonly cookie: string | undefined;
  readonly remoteToken: string | undefined;
}

/** Name of the header and query parameter that carry a token of the remote path. */
const REMOTE_TOKEN = 'x-remote-token';

export type Query = { readonly [name: string]: string | undefined };

export const readHandshake = (req: IncomingMessage, query: Query, listener: Path, arrivals: Arrivals): Handshake => {
  const { headers } = req;
  const secure = 'encrypted' in req.socket && req.socket.encrypted === true;
  return {
    ...arrivals.of(req, listener),
    language: negotiate(headers['accept-language']),
    session: text(headers[SESSION]) ?? text(query[SESSION]),
    cookie: isSameSite(headers, secure) ? readSessionCookie(headers.cookie) : undefined,
    remoteToken: text(headers[REMOTE_TOKEN]) ?? text(query[REMOTE_TOKEN]),
  };
};

/** Query of a request target; of a name that comes several times, the last. */
export const readQuery = (url: string): Query => {
  const mark = url.indexOf('?');
  return mark < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark + 1)));
};

/** The session in what a client sends on connecting to the namespace: there the Socket.io 2 clients repeat their query. */
export const sessionOf = (auth: { readonly [name: string]: unknown }): string | undefined => text(auth[SESSION]);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
