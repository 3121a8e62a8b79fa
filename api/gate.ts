import type { Duration } from '../twin/index.ts';
import type { Encoded } from './call.ts';
import type { Caller, Path, Transport } from './caller.ts';
import type { ErrorBody, Language } from './errors.ts';

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
  /** A connection that logged in earlier and is still entitled to what it may do now. */
  | { readonly kind: 'caller'; readonly caller: Caller };

/** A call as a transport hands it over. */
export interface CallRequest {
  readonly call: string;
  /** As it was parsed; the gate trusts nothing in it. */
  readonly input: unknown;
  readonly credentials: Credentials;
  readonly path: Path;
  /** Remote address, for the lockout. */
  readonly source: string;
  readonly transport: Transport;
  readonly language: Language;
  /** Token of the remote path, if the transport found one. */
  readonly remoteToken?: string | undefined;
}

/** What the transport sends back. */
export type Answer =
  | {
      readonly ok: true;
      readonly status: 200;
      /** Plain JSON, or JSON that is already encoded. */
      readonly result: unknown | Encoded;
      readonly caller: Caller;
      /** A session that was opened for this request, to be set as a cookie by HTTP. */
      readonly opened: string | undefined;
    }
  | { readonly ok: false; readonly status: number; readonly body: ErrorBody };

/** The only way from a transport to a call: known, logged in, permitted, valid, within the time limit. */
export interface Gate {
  /** Answers at once where nothing has to be waited for; never rejects. */
  handle(request: CallRequest): Answer | Promise<Answer>;
}

/** Time limit of a call, on the real clock (specification, "Limits"). */
export type CallLimit = Duration;
