import type { Faulty } from './faulty.ts';
import type { Proof } from './prove-faulty.ts';

const ROW = /^\| `([^`]+)` \| (.*) \| (.*) \| (.*) \|$/;
const SURVIVED = '**survived**';
const NOT_TRIED = 'not tried';

/** What was seen of one fault. */
interface Row {
  readonly id: string;
  readonly spoils: string;
  readonly caught: string;
  readonly besides: string;
}

/** The rows of a page that was written earlier, with those of new proofs in their place, in the order of the table of faults. */
export const rowsOf = (page: string, proofs: readonly Proof[], table: readonly Faulty[]): readonly Row[] => {
  const rows = new Map<string, Row>();
  for (const line of page.split('\n')) {
    const [, id, spoils = '', caught = '', besides = ''] = ROW.exec(line) ?? [];
    if (id !== undefined) rows.set(id, { id, spoils, caught, besides });
  }
  for (const { faulty, missed, caught, others, leftOut } of proofs) {
    const verdict = missed.length === 0 ? caught.join(', ') : leftOut === null ? SURVIVED : NOT_TRIED;
    rows.set(faulty.id, { id: faulty.id, spoils: faulty.spoils, caught: verdict, besides: others.join(', ') });
  }
  return table.map(
    ({ id, spoils }) => ({ ...(rows.get(id) ?? { id, caught: NOT_TRIED, besides: '' }), spoils }) satisfies Row,
  );
};

/** The matrix as a page. */
export const matrixPage = (rows: readonly Row[]): string =>
  [
    '# Faulty controllers, and who catches them',
    '',
    `Written by \`conformance/prove.ts --whole --record\`: ${rows.length} faulty controllers, each tried first with the checks that name the`,
    'requirements it breaks (caught by), then with all (seen besides: what else any check saw broken).',
    '',
    '| Controller | What it does wrong | Caught by | Seen besides |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ id, spoils, caught, besides }) => `| \`${id}\` | ${spoils} | ${caught} | ${besides} |`),
    '',
  ].join('\n');

/** The matrix as what a report compares with: two files, as no file here is longer than a reader likes. */
export const knownFaultsFiles = (rows: readonly Row[]): Readonly<Record<string, string>> => {
  const told = rows.filter(({ caught }) => caught !== SURVIVED && caught !== NOT_TRIED);
  const file = (name: string, which: string, those: readonly Row[]) => {
    const lines = those.map(
      ({ id, spoils, caught, besides }) => `${id} | ${spoils} | ${[caught, besides].filter(Boolean).join(', ')}`,
    );
    return `/** Faults ${which}, what each does, and what was seen broken. Written by \`conformance/prove.ts --whole --record\`. */\nexport const ${name} = \`\n${lines.join('\n')}\n\`;\n`;
  };
  return {
    'known-faults-to-l.ts': file(
      'KNOWN_FAULTS_TO_L',
      'up to l',
      told.filter(({ id }) => id < 'm'),
    ),
    'known-faults-from-m.ts': file(
      'KNOWN_FAULTS_FROM_M',
      'from m on',
      told.filter(({ id }) => id >= 'm'),
    ),
  };
};
