import type { Json } from '../clients/json.ts';
import type { Certificate } from './certificates.ts';

/** Instead of what would have gone through: nothing. */
export const DROPPED = Symbol('dropped');

/** A request on its way to the good controller; changes reach it. */
export interface Passing {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** An answer on its way back; changes reach the client. */
export interface Returning {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A call on any path, with what the good controller answered. */
export interface Called {
  readonly name: string;
  readonly parameters: Json;
  readonly path: 'http' | 'socket4' | 'socket2';
  /** Whose name was given; null for a session. */
  readonly user: string | null;
}

/** How a receiver is called. */
export interface HookCall {
  readonly method: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** An event and what it carries. */
export type Told = readonly [name: string, payload: Json];

/** What one face of a controller does differently. Each part sees what passes through it, and changes it or leaves it. */
export interface FaceSpoiling {
  /** Answer of a call, on every path. */
  call?(called: Called, answer: Json): Json;
  /** Whole answer over HTTP, after `call`. */
  http?(returning: Returning, passing: Passing): void;
  /** Request over HTTP before the controller gets it; a `Returning` is sent back at once instead. */
  request?(passing: Passing): Returning | undefined;
  /** Milliseconds after which a request is given up. */
  readonly patience?: number;
  /** What goes through a stream over HTTP that stays open. */
  stream?(text: string): string;
  /** Event from the controller to a client who logged in as `user`. */
  event?(name: string, payload: Json, generation: 4 | 2, user: string | null): Json | typeof DROPPED;
  /** Event from the client. */
  emit?(name: string, payload: Json, generation: 4 | 2): Json | typeof DROPPED;
  /** A call over Socket.io that is answered at once, and does not reach the controller. */
  ahead?(name: string, parameters: Json): Json | undefined;
  /** After the answer of a call: an event for everybody who is connected. */
  broadcast?(called: Called): Told | undefined;
  /** Path and query of a new Socket.io connection. */
  connect?(path: string): string;
  /** Any text of a websocket, before everything else. */
  frame?(text: string, way: 'up' | 'down'): string;
}

/** What a faulty controller does differently; the other faces are good ones unless they are named. */
export interface Spoiling extends FaceSpoiling {
  /** The encrypted path; the certificates are shown in turn, and the operator is told of `told`, the good one's without. */
  readonly https?: FaceSpoiling & { readonly shows: readonly Certificate[]; readonly told?: Certificate };
  /** The path from outside. */
  readonly remote?: FaceSpoiling;
  /** Call of a webhook: how the receiver is called, one for each time. */
  hook?(call: HookCall): readonly HookCall[];
  /** Milliseconds for which a receiver is waited for; left out: five seconds, as the interface says. */
  readonly hookPatience?: number;
  /** What a receiver answered. */
  hookAnswered?(status: number): void;
  /** After a call: the query with which every receiver is called, whatever is watched. */
  rings?(called: Called): Readonly<Record<string, string>> | undefined;
  /** Receivers are called whatever certificate they show. */
  readonly credulous?: boolean;
  /** A fault of the bridge: `spoiled-bridge.ts` knows it by this name. */
  readonly bridge?: string;
}

/** What somebody who builds a fault may know of the good controller. */
export interface Behind {
  readonly remoteToken: string | null;
}

/** A controller with one fault. */
export interface Faulty {
  readonly id: string;
  /** What it does wrong, as a sentence about it. */
  readonly spoils: string;
  /** Requirements whose checks have to see it. */
  readonly caughtBy: readonly string[];
  /** More of the command line, where the fault is seen only with it. */
  readonly with?: readonly string[];
  /** Begins anew with every run. */
  how(behind: Behind): Spoiling;
}
