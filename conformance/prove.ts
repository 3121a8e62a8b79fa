// Proves the suite: every faulty controller has to be caught by the checks of the requirements that it breaks.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Faulty } from './broken/faulty.ts';
import { FAULTY } from './broken/index.ts';
import { knownFaultsFiles, matrixPage, rowsOf } from './broken/matrix.ts';
import { checksOf, type Proof, proveFaulty, withBesides } from './broken/prove-faulty.ts';
import { commandLine } from './testing/command-line.ts';
import { startSandbox } from './testing/sandbox.ts';
import { chanceOf } from './trials/chance.ts';

const HELP = `Tries controllers with one fault each: the checks that name what it breaks have to catch it.

Usage: node --import tsx conformance/prove.ts [options] [ID…]

Options:
  --whole      run every check against each, after those that name what it breaks
  --compare    what is caught has to be what docs/conformance/matrix.md says, and nothing be seen that it does not have
  --record     write what is seen into docs/conformance/matrix.md, and into what reports compare a controller with; --whole
  --sample N   only N of them, chosen by --seed
  --seed N     1 unless given
  --at-once K  so many at the same time; four times the number of processors unless given
  --help       this text

Exit status: 0 each was caught (and as recorded), 1 one was not, 2 wrong usage.
`;

const MATRIX = join(import.meta.dirname, '..', 'docs', 'conformance', 'matrix.md');
const REPORTS = join(import.meta.dirname, 'reports');

const { values, positionals, wrong, whole } = commandLine('prove', HELP, {
  options: {
    compare: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string' },
    'at-once': { type: 'string' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
const tried = wanted();
const began = performance.now();
const proofs = new Map<string, Proof>();
// Who waits longest begins first.
const queue = [...tried].sort((one, other) => patienceOf(other) - patienceOf(one));
const workers = values['at-once'] === undefined ? 4 * availableParallelism() : whole('--at-once', values['at-once']);
await Promise.all(
  Array.from({ length: workers }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await prove(next);
  }),
);
// On a crowded machine something may come too late: what is not as it should be is tried once more, with nothing beside it.
for (const faulty of tried.filter((each) => !isAsItShould(each))) {
  console.log(`once more: ${faulty.id}`);
  await prove(faulty);
}
if (values.record) record();
const survivors = tried.filter(({ id }) => proofs.get(id)?.missed.length !== 0);
const changed = values.compare ? tried.filter((each) => differenceOf(each) !== null) : [];
for (const faulty of changed) console.log(`not as recorded: ${faulty.id}: ${differenceOf(faulty)}`);
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(
  `${tried.length - survivors.length} of ${tried.length} caught${values.compare ? `, ${tried.length - changed.length} as recorded` : ''}, in ${seconds} s`,
);
process.exitCode = survivors.length > 0 || changed.length > 0 ? 1 : 0;

function patienceOf(faulty: Faulty): number {
  return checksOf(faulty).some(({ needs }) => needs.includes('waits')) ? 1 : 0;
}

async function prove(faulty: Faulty): Promise<void> {
  const named = await seenOf(faulty, false);
  const proof = values.whole ? withBesides(named, await seenOf(faulty, true)) : named;
  proofs.set(faulty.id, proof);
  console.log(told(proof));
}

async function seenOf(faulty: Faulty, whole: boolean): Promise<Proof> {
  // A fresh one each time: no fault sees what another has left behind. How passwords are kept is not what is proven.
  const good = await startSandbox({ cheapPasswords: true });
  try {
    return await proveFaulty(faulty, good, whole);
  } finally {
    await good.stop();
  }
}

function told({ faulty, missed, others, leftOut }: Proof): string {
  const verdict = missed.length === 0 ? 'caught  ' : leftOut === null ? 'SURVIVED' : 'not tried';
  const why = leftOut === null ? (missed.length === 0 ? '' : ` (not seen: ${missed.join(', ')})`) : ` (${leftOut})`;
  return `${verdict} ${faulty.id}: ${faulty.spoils}${why}${others.length === 0 ? '' : `; besides: ${others.join(', ')}`}`;
}

function isAsItShould(faulty: Faulty): boolean {
  return proofs.get(faulty.id)?.missed.length === 0 && (!values.compare || differenceOf(faulty) === null);
}

/** In what it is not as the matrix says, which was written on the whole suite; null if it is. */
function differenceOf(faulty: Faulty): string | null {
  const proof = proofs.get(faulty.id);
  if (proof === undefined) return 'not tried';
  const page = readFileSync(MATRIX, 'utf8');
  if (!page.includes(`| \`${faulty.id}\` | ${faulty.spoils} |`)) return 'the matrix does not have it: see --record';
  const [recorded] = rowsOf(page, [], [faulty]);
  const [seen] = rowsOf(page, [proof], [faulty]);
  if (recorded?.caught !== seen?.caught) return `caught by ${seen?.caught}, recorded: ${recorded?.caught}`;
  const more = proof.others.filter((each) => !recorded?.besides.split(', ').includes(each));
  return more.length === 0 ? null : `seen besides, and not recorded: ${more.join(', ')}`;
}

function record(): void {
  const rows = rowsOf(readFileSync(MATRIX, 'utf8'), [...proofs.values()], FAULTY);
  writeFileSync(MATRIX, matrixPage(rows));
  for (const [name, text] of Object.entries(knownFaultsFiles(rows))) writeFileSync(join(REPORTS, name), text);
}

function wanted(): readonly Faulty[] {
  const unknown = positionals.find((name) => !FAULTY.some(({ id }) => id === name));
  if (unknown !== undefined) wrong(`no faulty controller is called ${unknown}`);
  if (values.record && !values.whole) wrong('--record needs --whole');
  if (values.record && values.compare) wrong('--record and --compare: one of them');
  const all = FAULTY.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
  if (values.sample === undefined) return all;
  const chance = chanceOf(whole('--seed', values.seed ?? '1'), 'sample');
  const dealt = all.map((each) => [chance(), each] as const).sort(([one], [other]) => one - other);
  return dealt.slice(0, whole('--sample', values.sample)).map(([, each]) => each);
}
