import type { Json } from '../clients/json.ts';

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
}

/** What a faulty controller does differently. Each part sees what passes through it, and changes it or leaves it. */
export interface Spoiling {
  /** Answer of a call, on every path. */
  call?(called: Called, answer: Json): Json;
  /** Whole answer over HTTP, after `call`. */
  http?(returning: Returning, passing: Passing): void;
  /** Request over HTTP before the controller gets it; a `Returning` is sent back at once instead. */
  request?(passing: Passing): Returning | undefined;
  /** Event from the controller. */
  event?(name: string, payload: Json, generation: 4 | 2): Json | typeof DROPPED;
  /** Event from the client. */
  emit?(name: string, payload: Json, generation: 4 | 2): Json | typeof DROPPED;
  /** Path and query of a new Socket.io connection. */
  connect?(path: string): string;
  /** Call of a webhook: the queries with which the receiver is called, one for each time. */
  hook?(query: Record<string, string>, headers: Record<string, string>): readonly Record<string, string>[];
}

/** A controller with one fault. */
export interface Faulty {
  readonly id: string;
  /** What it does wrong, as a sentence about it. */
  readonly spoils: string;
  /** Requirements whose checks have to see it. */
  readonly caughtBy: readonly string[];
  /** Begins anew with every run. */
  how(): Spoiling;
}
