import type { IncomingHttpHeaders } from 'node:http';
import { readFields } from './fields.ts';

/** Name of the header and query parameter that carry a token of the remote path. */
export const REMOTE_TOKEN = 'x-remote-token';

/** The token that a request shows; of a query that cannot be read, none. */
export const readRemoteToken = (headers: IncomingHttpHeaders, query: string): string | undefined => {
  const header = headers[REMOTE_TOKEN];
  if (typeof header === 'string' && header !== '') return header;
  try {
    return readFields(query)[REMOTE_TOKEN] || undefined;
  } catch {
    return undefined;
  }
};
