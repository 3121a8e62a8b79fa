import { typeable } from '../clients/curl.ts';
import type { Exchange } from '../clients/tape.ts';
import { FROM_ENVIRONMENT } from '../options.ts';
import { INTERFACE_VERSION, REQUIREMENTS } from '../requirements/index.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { RunResult } from '../running/suite-run.ts';
import { SUITE_VERSION } from '../suite-version.ts';
import { compared, type Expectation } from '../verdicts/expected.ts';
import { type Finding, type Verdict, worst } from '../verdicts/verdict.ts';
import { clockOffsetOf } from './clock-offset.ts';
import { type Resemblance, resemblanceOf } from './resemblance.ts';

/** A finding with all that somebody needs to believe it and to see it again. */
export interface Told extends Finding {
  readonly title: string;
  readonly expected: boolean;
  readonly exchanges: readonly Exchange[];
  /** Command lines that show it again. */
  readonly repeat: readonly string[];
}

/** A requirement with what was found out about it; `untested` if no check of this run looks at it. */
export interface Judged extends Requirement {
  readonly verdict: Verdict | 'UNTESTED' | 'NOT OBSERVABLE';
  readonly findings: readonly Told[];
}

/** Everything that a report shows. */
export interface Report {
  readonly suite: string;
  readonly interfaceVersion: string;
  readonly target: string;
  readonly at: string;
  readonly seed: number;
  /** Seconds by which the controller's clock is ahead of that of this machine; null if nothing told. */
  readonly clockOffset: number | null;
  readonly ms: number;
  readonly interrupted: boolean;
  readonly requirements: readonly Judged[];
  readonly counts: Readonly<Record<string, number>>;
  /** Expected to fail, and did not. */
  readonly unexpectedlyFine: readonly Expectation[];
  /** What could not be put back; null if that is not known. */
  readonly leftBehind: readonly string[] | null;
  /** Checks that were run again because something disturbed them; the last time counts. */
  readonly repeated: RunResult['repeated'];
  /** The faulty controller that behaves most like this one; null if nothing was found. */
  readonly resembles: Resemblance | null;
  readonly status: 0 | 1;
}

/** What a report says of a run beside its findings. */
export interface Heading {
  readonly target: string;
  readonly at: string;
  readonly seed: number;
  /** Command line that asks for the same, up to `--only` and `--seed`. */
  readonly again: string;
  readonly strict: boolean;
  readonly expectations: readonly Expectation[];
}

export const reportOf = (
  run: Omit<RunResult, 'plan'>,
  titles: ReadonlyMap<string, string>,
  heading: Heading,
): Report => {
  const { known, passed } = compared(run.findings, heading.expectations);
  const told = run.findings.map((finding): Told => {
    // What holds is shown by the transcript; a report would grow tenfold.
    const shown = finding.verdict === 'PASS' ? [] : finding.evidence;
    const exchanges = (run.exchanges.get(finding.check) ?? []).filter(({ number }) => shown.includes(number));
    const curls = exchanges.flatMap(({ repeat }) => typeable(repeat ?? '', FROM_ENVIRONMENT) || []);
    const only = `${heading.again} --only ${finding.check} --seed ${heading.seed}`;
    return {
      ...finding,
      title: titles.get(finding.check) ?? finding.check,
      expected: known.has(finding),
      exchanges,
      repeat: finding.verdict === 'PASS' ? [] : [only, ...curls.slice(-1)],
    };
  });
  const requirements = REQUIREMENTS.map((row): Judged => {
    const findings = told.filter(({ requirement }) => requirement === row.id);
    const verdict = row.unseen !== null ? 'NOT OBSERVABLE' : findings.length === 0 ? 'UNTESTED' : verdictOf(findings);
    return { ...row, verdict, findings };
  });
  const counts: Record<string, number> = {};
  for (const { verdict } of requirements) counts[verdict] = (counts[verdict] ?? 0) + 1;
  const trouble = told.some(
    ({ verdict, expected, hindrance }) =>
      (verdict === 'FAIL' && !expected) || (verdict === 'INCONCLUSIVE' && (hindrance === 'trouble' || heading.strict)),
  );
  return {
    suite: SUITE_VERSION,
    interfaceVersion: INTERFACE_VERSION,
    target: heading.target,
    at: heading.at,
    seed: heading.seed,
    clockOffset: clockOffsetOf(run.exchanges, heading.at),
    ms: run.ms,
    interrupted: run.interrupted,
    requirements,
    counts,
    unexpectedlyFine: passed,
    leftBehind: run.leftBehind,
    repeated: run.repeated,
    resembles: resemblanceOf(told.filter(({ expected }) => !expected)),
    status: trouble || passed.length > 0 || run.interrupted || run.leftBehind?.length !== 0 || nothing(told) ? 1 : 0,
  };
};

/** Sentences about what the house has kept of the run. */
export const leftBehindTold = ({ leftBehind }: Pick<Report, 'leftBehind'>): readonly string[] =>
  leftBehind?.map((what) => `not put back: ${what}`) ?? [
    'whether everything was put back is not known: the transcript ends before the run did',
  ];

const verdictOf = (findings: readonly Told[]): Verdict => worst(findings.map(({ verdict }) => verdict));

/** A run that has looked at nothing has not found anything to be in order. */
const nothing = (told: readonly Told[]): boolean =>
  !told.some(({ verdict }) => ['PASS', 'FAIL', 'WARN'].includes(verdict));
