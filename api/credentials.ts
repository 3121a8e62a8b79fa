import type { Caller } from './caller.ts';

/** What a request shows to be let in. */
export type Credentials =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'password';
      readonly username: string | undefined;
      readonly password: string | undefined;
      readonly persistent: boolean;
      /** The session that came beside it in a cookie, if any: while it lives and is the same user's, no new one is opened. */
      readonly cookie: string | undefined;
    }
  | { readonly kind: 'session'; readonly id: string; readonly cookie: boolean }
  /**
   * User name and password are the parameters `username` and `password` of `auth` itself, as over Socket.io. `cookie` is the
   * session cookie of the handshake, if it had one: only such a client is given a `sessionID`.
   */
  | { readonly kind: 'input'; readonly cookie: string | undefined }
  /** A connection that logged in earlier and is still entitled to what it may do now. */
  | { readonly kind: 'caller'; readonly caller: Caller };
