import type { From } from './from.ts';

/** Path of a call. */
export const PATH = '/api/v1';

/** How parameters may come. In the last two `true` and `false` become booleans. */
export const ENCODINGS = [
  {
    method: 'POST',
    contentType: 'application/json',
    booleans: 'as JSON has them',
    from: 'Specification: HTTP API, general rules',
  },
  {
    method: 'POST',
    contentType: 'application/x-www-form-urlencoded',
    booleans: 'from texts',
    from: 'Specification: HTTP API, general rules',
  },
  { method: 'GET', contentType: null, booleans: 'from texts', from: 'Specification: HTTP API, general rules' },
] as const satisfies readonly { method: string; contentType: string | null; booleans: string; from: From }[];

/** Methods that are answered with status 405 and code 117. */
export const REFUSED_METHODS = ['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** Headers of a request. */
export const HEADERS = [
  { name: 'auth-username', means: 'user name', from: 'Specification: Authentication' },
  { name: 'auth-password', means: 'password, checked on every request', from: 'Specification: Authentication' },
  {
    name: 'auth-persistent',
    means: '`true`: the session lives for two years',
    from: 'Specification: Session lifetime',
  },
  { name: 'x-service-sid', means: 'session; also as query parameter or cookie', from: 'Specification: Authentication' },
  { name: 'accept-language', means: 'language of `errorText`', from: 'Specification: HTTP API, general rules' },
  {
    name: 'x-remote-token',
    means: 'token of the remote path; also as query parameter',
    from: 'Decided: remote access token',
  },
] as const satisfies readonly { name: string; means: string; from: From }[];

/** Bodies that are refused before the call is looked at. */
export const REFUSED_BODIES = [
  { when: 'it is over 1 MiB', status: 400, code: 106, from: 'Decided: bodies' },
  { when: 'it is not what its content type says', status: 400, code: 106, from: 'Decided: bodies' },
] as const satisfies readonly { when: string; status: number; code: number; from: From }[];
