import type { Clock, Instant, Store } from '../twin/index.ts';
import type { Path, Transport } from './caller.ts';
import type { ErrorCode } from './errors.ts';
import type { ReportProblem } from './problem.ts';

/** One line of the audit: somebody did something, or wanted to. Never a secret. */
export interface AuditLine {
  /** Grows with every line. */
  readonly id: number;
  /** When, in the twin's time; of several equal ones, the first. */
  readonly at: Instant;
  readonly kind: 'change' | 'login' | 'refusal';
  /** `null` for somebody whom nobody knows: what was typed as a user name may have been a password. */
  readonly user: string | null;
  readonly call: string;
  /** What was changed, such as a `cid` or the `id` of a room. */
  readonly target: string | number | null;
  readonly transport: Transport;
  readonly path: Path;
  /** Address that it came from. */
  readonly source: string;
  /** Why it was refused. */
  readonly code: ErrorCode | null;
  /** How often within a minute. */
  readonly count: number;
}

/** What has happened, before it has a number and a time. */
export type AuditEvent = Omit<AuditLine, 'id' | 'at' | 'count'>;

/** Who changed what, who was let in, and who was not. */
export interface Audit {
  note(event: AuditEvent): void;
  /** The newest first. */
  lines(from: { readonly since: Instant | null; readonly limit: number }): readonly AuditLine[];
  /** Ends it, once everything is stored. */
  close(): Promise<void>;
  /** Ends it as it is stored: the house is no more. */
  forget(): void;
}

/** What `createAudit(options): Audit` of `create-audit.ts` is given. */
export interface AuditOptions {
  /** The driven clock: what is noted is noted in its time. */
  readonly clock: Clock;
  /** The real clock: it groups what is stored. */
  readonly networkClock: Clock;
  readonly store: Store | null;
  readonly report: ReportProblem;
}

/** Remembers nothing. */
export const NO_AUDIT: Audit = {
  note: () => undefined,
  lines: () => [],
  close: async () => undefined,
  forget: () => undefined,
};
