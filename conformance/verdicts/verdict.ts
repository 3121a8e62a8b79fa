import type { Requirement } from '../requirements/requirement.ts';

/**
 * What was found out about a requirement. `INCONCLUSIVE` is never good news: either somebody chose not to look, or
 * something kept the suite from looking.
 */
export type Verdict = 'PASS' | 'FAIL' | 'WARN' | 'NOT APPLICABLE' | 'INCONCLUSIVE';

/** Why it could not be looked at: left out with a reason that was known beforehand, or by trouble on the way. */
export type Hindrance = 'left out' | 'trouble';

/** What one check found out about one requirement. */
export interface Finding {
  readonly check: string;
  readonly requirement: string;
  readonly verdict: Verdict;
  /** What was seen, or why nothing could be. */
  readonly says: string;
  readonly hindrance?: Hindrance;
  /** Numbers of the exchanges that show it, in the transcript of the check. */
  readonly evidence: readonly number[];
}

/** The verdict on something that does not hold. */
export const broken = ({ level }: Requirement): Verdict => (level === 'MUST' ? 'FAIL' : 'WARN');

const WORST_FIRST: readonly Verdict[] = ['FAIL', 'WARN', 'INCONCLUSIVE', 'PASS', 'NOT APPLICABLE'];

/** One verdict of several: the worst; what was looked at only in part is not known to hold. */
export const worst = (verdicts: readonly Verdict[]): Verdict =>
  WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'INCONCLUSIVE';
