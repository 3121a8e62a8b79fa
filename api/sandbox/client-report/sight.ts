import type { Duration, Instant } from '../../../twin/index.ts';

/** When something was seen: `at` on the driven clock, `elapsed` on the real one. */
interface Moment {
  readonly at: Instant;
  readonly elapsed: Duration;
}

/** Something that a client did, or that happened to it. */
export type Sight = Moment &
  (
    | { readonly kind: 'opened'; readonly client: Connected }
    | { readonly kind: 'asked'; readonly client: Connected }
    | { readonly kind: 'closed'; readonly client: Connected }
    | { readonly kind: 'cut'; readonly client: Connected }
    | { readonly kind: 'spoiled'; readonly client: Connected }
    | { readonly kind: 'lost'; readonly client: Connected; readonly call: string }
    | { readonly kind: 'answered'; readonly client: Client; readonly call: CallSeen }
    | { readonly kind: 'withheld'; readonly client: Client; readonly call: string; readonly number: number }
    | { readonly kind: 'gone'; readonly client: Client; readonly number: number }
    | { readonly kind: 'spoiled-answer'; readonly client: Client; readonly call: string }
    | { readonly kind: 'read'; readonly claim: Claim }
  );

/** Somebody at the other end. */
export interface Client {
  readonly transport: 'http' | 'socket';
  /** Remote address. */
  readonly source: string;
  /** User name, as far as it is known. */
  readonly user: string | undefined;
  /** Of a Socket.io connection: the how manieth it is. */
  readonly connection: number | undefined;
}

export type Connected = Client & { readonly connection: number };

/** A call with its answer, as far as an observation needs it. Passwords and sessions are not kept. */
export interface CallSeen {
  readonly name: string;
  readonly credentials: 'none' | 'password' | 'session' | 'connection';
  /** The user name that was tried, if a password was. */
  readonly tried: string | undefined;
  /** Error code, or `null` for success. */
  readonly code: number | null;
  /** With code 109, in seconds. */
  readonly retryAfter: number | undefined;
  /** Whether a session was opened for it. */
  readonly opened: boolean;
  /** Of `componentUpdate`: what it commanded, in short. */
  readonly command: string | undefined;
}

/** What a client says that it read of a property, beside what the property is. */
export interface Claim {
  readonly cid: string;
  readonly property: string;
  readonly told: { readonly [field: string]: unknown };
  readonly is: { readonly [field: string]: unknown };
}

/** `HTTP from 127.0.0.1 as resident`. */
export const nameOf = ({ transport, source, user, connection }: Client): string =>
  [
    transport === 'http' ? 'HTTP' : `Socket.io connection ${connection}`,
    `from ${source}`,
    ...(user === undefined ? [] : [`as ${user}`]),
  ].join(' ');
