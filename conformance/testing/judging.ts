import type { Report, Told } from '../reports/report.ts';

/** The two ways in which our own controller runs. */
export const MODES = ['sandbox', 'serve'] as const;
export type Mode = (typeof MODES)[number];

/** Reasons for which something may be left out on our own controller, and why they are good ones. */
const ALLOWED: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  sandbox: { 'takes long: see --slow': 'two years take minutes even on a clock that can be driven' },
  serve: {
    'takes long: see --slow': 'it would take hours of real time',
    'the clock of this controller cannot be driven':
      'production runs on the real clock: what takes longer is seen in the sandbox',
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

/** Where two judgements of the same run differ, requirement by requirement and check by check. */
export const differences = (one: Pick<Report, 'requirements'>, other: Pick<Report, 'requirements'>): string[] => {
  const verdicts = ({ requirements }: Pick<Report, 'requirements'>) =>
    new Map(
      requirements
        .flatMap(({ findings }) => findings)
        .map(({ check, requirement, verdict, says }) => [`${check} ${requirement}`, `${verdict}: ${says}`]),
    );
  const [first, second] = [verdicts(one), verdicts(other)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((key) => first.get(key) !== second.get(key))
    .map((key) => `${key}: ${first.get(key) ?? 'nothing'}; judged again: ${second.get(key) ?? 'nothing'}`);
};
