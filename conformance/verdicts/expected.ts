import type { Finding } from './verdict.ts';

/** A failure that somebody knows of: of a check, perhaps of one requirement only. */
export interface Expectation {
  readonly check: string;
  readonly requirement: string | null;
  readonly line: number;
}

/** Something in the file of expected failures that cannot be understood. */
export class BadExpectation extends Error {}

/** One on each line: a check, perhaps a requirement; `#` begins a remark. */
export const expectationsOf = (text: string, checks: readonly string[]): readonly Expectation[] =>
  text.split(/\r?\n/).flatMap((whole, index): Expectation[] => {
    const [check, requirement = null, ...rest] = whole.replace(/#.*/, '').trim().split(/\s+/);
    if (check === undefined || check === '') return [];
    if (rest.length > 0) throw new BadExpectation(`line ${index + 1}: a check and at most one requirement, please`);
    if (!checks.includes(check)) throw new BadExpectation(`line ${index + 1}: no check is called ${check}`);
    return [{ check, requirement, line: index + 1 }];
  });

/** What is known, and what was expected to fail and did not. What could not be looked at is neither. */
export const compared = (findings: readonly Finding[], expectations: readonly Expectation[]) => {
  const fits = ({ check, requirement }: Expectation, finding: Finding): boolean =>
    finding.check === check && (requirement === null || finding.requirement === requirement);
  const fails = ({ verdict }: Finding): boolean => verdict === 'FAIL' || verdict === 'WARN';
  const known = new Set(findings.filter((each) => fails(each) && expectations.some((one) => fits(one, each))));
  const passed = expectations.filter((one) => {
    const about = findings.filter((each) => fits(one, each));
    return about.length > 0 && !about.some(fails) && about.some(({ verdict }) => verdict === 'PASS');
  });
  return { known, passed };
};
