import type { Report } from '../reports/report.ts';
import type { Mode } from './judging.ts';

const BEGIN = '<!-- Written by conformance/every-build.ts --write -->';
const END = '<!-- End of what conformance/every-build.ts writes -->';

/** What a run found, as far as the README shows it. */
export interface Result {
  readonly mode: Mode;
  readonly report: Pick<Report, 'counts'> & { readonly requirements: readonly unknown[] };
}

const COLUMNS = ['PASS', 'FAIL', 'WARN', 'INCONCLUSIVE', 'NOT OBSERVABLE'] as const;

/** The results as a table of the README. */
export const resultBlock = (results: readonly Result[]): string =>
  [
    BEGIN,
    '| On | Requirements | PASS | FAIL | WARN | Left out | Not to be seen from outside |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(
      ({ mode, report: { counts, requirements } }) =>
        `| \`twinhaus ${mode}\` | ${requirements.length} | ${COLUMNS.map((verdict) => counts[verdict] ?? 0).join(' | ')} |`,
    ),
    END,
  ].join('\n');

/** The table in a text; null if there is none. */
export const resultBlockIn = (text: string): string | null => {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  return begin < 0 || end < begin ? null : text.slice(begin, end + END.length);
};

/** The text with another table in the place of the one that it has. */
export const withResultBlock = (text: string, block: string): string => {
  const old = resultBlockIn(text);
  if (old === null) throw new Error(`there is no place for the result: put "${BEGIN}" and "${END}" where it belongs`);
  return text.replace(old, () => block);
};
