import type { From } from './from.ts';

/** How long logins are blocked after the failure that made the count this high. */
export interface LockoutRow {
  readonly failures: number;
  readonly blockedSeconds: number;
}

/**
 * Written out instead of computed, so that it can be read beside the specification. The sixteenth block lasts as long
 * as it takes for the count to be forgotten, so nobody ever reaches a seventeenth.
 */
export const LOCKOUT = [
  { failures: 1, blockedSeconds: 0 },
  { failures: 2, blockedSeconds: 0 },
  { failures: 3, blockedSeconds: 0 },
  { failures: 4, blockedSeconds: 0 },
  { failures: 5, blockedSeconds: 0 },
  { failures: 6, blockedSeconds: 1 },
  { failures: 7, blockedSeconds: 2 },
  { failures: 8, blockedSeconds: 4 },
  { failures: 9, blockedSeconds: 8 },
  { failures: 10, blockedSeconds: 16 },
  { failures: 11, blockedSeconds: 32 },
  { failures: 12, blockedSeconds: 64 },
  { failures: 13, blockedSeconds: 128 },
  { failures: 14, blockedSeconds: 256 },
  { failures: 15, blockedSeconds: 512 },
  { failures: 16, blockedSeconds: 900 },
] as const satisfies readonly LockoutRow[];

/** Seconds without a counted failure after which the count is zero again. */
export const FORGOTTEN_AFTER_SECONDS = 900;

/** What failures are counted by: every counter that a path has applies, the one that blocks longer decides. */
export const COUNTED_BY = {
  local: { counters: ['user name', 'source address'], from: 'Specification: Login lockout' },
  remote: { counters: ['user name'], from: 'Specification: Remote access' },
} as const satisfies Record<string, { counters: readonly string[]; from: From }>;

/** The remaining rules, one sentence each. */
export const LOCKOUT_RULES = [
  {
    rule: 'The failure that starts a block is itself still answered with 110.',
    from: 'Decided: what counts for the lockout',
  },
  {
    rule: 'Codes 110 and 122 count, and a wrong old password of setPassword.',
    from: 'Decided: what counts for the lockout',
  },
  { rule: 'Codes 106, 137 and 109 do not count.', from: 'Decided: what counts for the lockout' },
  { rule: 'User names that do not exist count like those that do.', from: 'Decided: what counts for the lockout' },
  { rule: 'User names differ by upper and lower case.', from: 'Decided: what counts for the lockout' },
  {
    rule: 'A successful login sets the counters of its user name and its source address to zero.',
    from: 'Specification: Login lockout',
  },
  {
    rule: 'While blocked even the right password is answered with 109 and `retryAfter`.',
    from: 'Specification: Login lockout',
  },
] as const satisfies readonly { rule: string; from: From }[];
