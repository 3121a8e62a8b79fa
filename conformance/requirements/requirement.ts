/** How strongly the interface asks for something. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** A way to the controller on which a requirement can be looked at. */
export type Transport = 'http' | 'https' | 'socket4' | 'socket2' | 'webhook' | 'mcp' | 'remote' | 'bridge';

/** One thing that the interface asks for, in our own words. */
export interface Requirement {
  /** Never changes its meaning once published: `lockout.sixth-failure`. */
  readonly id: string;
  readonly level: Level;
  readonly says: string;
  /** Heading of the specification under which it stands. */
  readonly section: string;
  readonly transports: readonly Transport[];
  /** Why nobody can see it from outside; `null` for what can be seen. */
  readonly unseen: string | null;
}

/** A requirement before it is told which section it stands in. */
export type Row = Omit<Requirement, 'id' | 'section'>;

export const HTTP: readonly Transport[] = ['http'];
export const SOCKETS: readonly Transport[] = ['socket4', 'socket2'];
export const CALLS: readonly Transport[] = ['http', 'socket4', 'socket2'];

const seen =
  (level: Level) =>
  (transports: readonly Transport[], says: string): Row => ({ level, says, transports, unseen: null });

export const must = seen('MUST');
export const should = seen('SHOULD');

/** Asked for, or allowed, but not to be seen from outside, with the reason. */
export const unseen = (says: string, reason: string, level: Level = 'MUST'): Row => ({
  level,
  says,
  transports: [],
  unseen: reason,
});

/** The rows of one heading of the specification. */
export const section = (heading: string, rows: Readonly<Record<string, Row>>): readonly Requirement[] =>
  Object.entries(rows).map(([id, row]) => ({ id, section: heading, ...row }));
