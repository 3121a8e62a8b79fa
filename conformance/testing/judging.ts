import { leftBehindTold, type Report, type Told } from '../reports/report.ts';
import type { WholeRun } from './whole-run.ts';

/** What a run says, with or without the controller. */
type Judgement = Pick<Report, 'requirements' | 'leftBehind'>;

/** The two ways in which our own controller runs. */
export const MODES = ['sandbox', 'serve'] as const;
export type Mode = (typeof MODES)[number];

/** Reasons for which something may be left out on our own controller, and why they are good ones. */
const ALLOWED: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  sandbox: { 'takes long: see --slow': 'two years take minutes even on a clock that can be driven' },
  serve: {
    'takes long: see --slow': 'it would take hours of real time',
    'takes hours where the clock cannot be driven: see --slow': 'a run with every build cannot take hours',
    'the clock of this controller cannot be driven': 'nobody waits two years: that is seen in the sandbox',
  },
};

/** Everything that a run on our own controller should not have said: all but PASS, and what was left out for a good reason. */
export const unexpected = ({ requirements }: Pick<Report, 'requirements'>, mode: Mode): readonly Told[] =>
  requirements
    .flatMap(({ findings }) => findings)
    .filter(({ verdict, hindrance, says }) => {
      if (verdict === 'PASS') return false;
      return verdict !== 'INCONCLUSIVE' || hindrance !== 'left out' || !(says in ALLOWED[mode]);
    });

/** What is wrong with a run on our own controller, each in a sentence. */
export const problemsOf = ({ ran, report, again }: WholeRun, mode: Mode): readonly string[] => {
  const findings = unexpected(report, mode);
  return [
    ...findings.map(({ verdict, check, requirement, says }) => `${verdict} ${check} ${requirement}: ${says}`),
    ...differences(report, again).map((each) => `the transcript is judged differently: ${each}`),
    ...leftBehindTold(report),
    ...(ran.status === 0 || findings.length > 0 ? [] : [`exit status ${ran.status}`]),
    ...(ran.errors === '' ? [] : [`on standard error: ${ran.errors.trim()}`]),
  ];
};

/** Where two judgements of the same run differ, requirement by requirement and check by check. */
export const differences = (one: Judgement, other: Judgement): string[] => {
  const verdicts = ({ requirements, leftBehind }: Judgement) =>
    new Map([
      ...requirements
        .flatMap(({ findings }) => findings)
        .map(({ check, requirement, verdict, says }) => [`${check} ${requirement}`, `${verdict}: ${says}`] as const),
      ['what was left behind', [...leftBehindTold({ leftBehind })].sort().join('; ')] as const,
    ]);
  const [first, second] = [verdicts(one), verdicts(other)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((key) => first.get(key) !== second.get(key))
    .map((key) => `${key}: ${first.get(key) ?? 'nothing'}; judged again: ${second.get(key) ?? 'nothing'}`);
};
