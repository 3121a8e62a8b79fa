import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../gate.ts';
import { isSameSite } from '../same-site.ts';
import { readSessionCookie, SESSION } from '../session-cookie.ts';

/** Where a request may carry what lets it in. */
export interface Carriers {
  readonly headers: IncomingHttpHeaders;
  /** The session of the query, if any. */
  readonly querySession: string | undefined;
  readonly secure: boolean;
}

/**
 * What a request shows to be let in. Credential headers count before a session, and a session that the client
 * names itself before one that its browser adds on its own.
 */
export const readCredentials = ({ headers, querySession, secure }: Carriers): Credentials => {
  const username = headers['auth-username'];
  const password = headers['auth-password'];
  if (username !== undefined || password !== undefined) {
    return {
      kind: 'password',
      username: readText(username),
      password: readText(password),
      persistent: headers['auth-persistent'] === 'true',
      cookie: readSessionCookie(headers.cookie),
    };
  }

  const session = headers[SESSION] || querySession;
  if (typeof session === 'string' && session !== '') return { kind: 'session', id: session, cookie: false };

  const cookie = readSessionCookie(headers.cookie);
  return cookie !== undefined && isSameSite(headers, secure) ? { kind: 'session', id: cookie, cookie: true } : NONE;
};

const NONE: Credentials = { kind: 'none' };

/** Node.js reads headers as Latin-1. Most clients send UTF-8, some Latin-1: it is UTF-8 where it can be. */
const readText = (header: string | string[] | undefined): string | undefined => {
  if (typeof header !== 'string' || header === '') return undefined;
  if (ASCII.test(header)) return header;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
};

const ASCII = /^[ -~]*$/;
