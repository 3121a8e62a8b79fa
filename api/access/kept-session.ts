import { type Duration, days, hours, type Instant, type Json } from '../../twin/index.ts';
import type { SessionFacts } from './session-id.ts';

/** A session that somebody has presented. */
export interface Session {
  readonly id: string;
  readonly user: number;
  readonly created: Instant;
  readonly persistent: boolean;
  /** Opened through remote access. */
  readonly remote: boolean;
}

/** A session as it is kept. */
export interface KeptSession extends Session {
  generation: number;
  lastUse: Instant;
  /** The time of last use that would be known after a restart. */
  noted: Instant;
  /** Whether the store has a record of it. */
  stored: boolean;
  writing: Promise<Session> | undefined;
}

/** Time from the last use (specification, "Session lifetime"). */
const LIFETIME: Duration = hours(24);
const PERSISTENT_LIFETIME: Duration = days(730);

/** Record in the store, of a session that is kept or of one that was ended before its identifier lapsed. */
export type SessionRow =
  | (SessionFacts & { readonly lastUse: number })
  | { readonly user: number; readonly generation: number; readonly remote?: boolean; readonly ended: number };

/** What the store keeps of a session. */
export const rowOf = ({ user, generation, created, persistent, remote, lastUse }: KeptSession): Json => ({
  user,
  generation,
  created,
  persistent,
  remote,
  lastUse,
});

/** A session as its identifier, or its record, describes it. */
export const keptOf = (id: string, facts: SessionFacts, lastUse: Instant, stored: boolean): KeptSession => ({
  id,
  user: facts.user,
  created: facts.created as Instant,
  persistent: facts.persistent,
  remote: facts.remote,
  generation: facts.generation,
  lastUse,
  noted: lastUse,
  stored,
  writing: undefined,
});

/** How long a session lives without being used. */
export const lifetimeOf = ({ persistent }: { readonly persistent: boolean }): Duration =>
  persistent ? PERSISTENT_LIFETIME : LIFETIME;
